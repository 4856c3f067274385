import Glibc

/// Ends a program as users' mistakes do: one line on standard error, and exit code 2.
package func refuse(_ message: String) -> Never {
  let line = Array("\(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(2)
}
