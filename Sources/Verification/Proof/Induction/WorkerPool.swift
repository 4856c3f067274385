import CCrypto
import Glibc
import Synchronization

/// Threads that run the same work over many items, each with a stack that the solver's recursion
/// cannot exhaust. The order of the results is the order of the items, not of completion.
package struct WorkerPool: Sendable {
  private let jobs: Int

  package init(jobs: Int) { self.jobs = jobs }

  private static let stackSize = 256 << 20

  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let next = Atomic(0)
    let results = Mutex([Result?](repeating: nil, count: items.count))
    @Sendable func run() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let result = work(items[index])
        results.withLock { $0[index] = result }
      }
    }
    return withoutActuallyEscaping(run) { run in
      Self.onThreads(max(1, min(jobs, items.count)), run)
      return results.withLock { $0.compactMap(\.self) }
    }
  }

  /// Runs the work on a thread of its own with such a stack, and returns at once. If no thread can
  /// be created, returns after the work.
  package static func detach(_ work: @escaping @Sendable () -> Void) {
    guard let thread = start(work) else { return work() }
    pthread_detach(thread)
  }

  private static func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    let threads = (0..<count).compactMap { _ in start(body) }
    // If no thread can be created, the work is done here.
    if threads.isEmpty { body() }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Starts a thread; nil: none can be created.
  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    // Allocated: OpenSSL's headers include those of threads, so that the initializer of this type
    // counts as a member of that module, which is not imported here.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, stackSize)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, attributes,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    if failed == 0 { return thread }
    box.release()
    return nil
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
