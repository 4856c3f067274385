import FoundationEssentials

/// True if tests that take long in debug run too. `Tests/run NAME`, for the time in which a file is
/// changed, leaves them out.
package let slowTestsRun = ProcessInfo.processInfo.environment["MEDALLION_SLOW_TESTS"] != "no"
