/// The files that `init` writes: a library's loans, with all that a project of its own needs.
enum Starter {
  /// The path of each file and its text.
  static let files: KeyValuePairs<String, String> = [
    "README.md": #"""
    # The rules of a library

    - `Models/Library/Library.rulebook`: the rules. `requirements.tsv` beside it: the house rules from which they come.
    - `Traces/Library`: recorded events of the desk; each must have the verdict that its folder says.
    - `desk.csv`: a log of another form. `desk.mapping` says how its rows are read.
    - `.github/workflows/rules.yml`: the commands that a build server runs on each change.

    This proves the rules for any number of books and readers, and replays the traces:

        medallion check

    And this replays the log:

        medallion replay Models/Library/Library.rulebook desk.csv --mapping desk.mapping

    Now remove the line `require book.reader is none` from the rulebook and check again: a run of two steps shows what goes
    wrong.

    """#,
    "Models/Library/Library.rulebook": #"""
    rulebook Library
    requirements "requirements.tsv"

    omit [L4] "The building, not the loans."

    parameter loanTime = 21 days  [L2]

    entity Reader

    entity Book
      reader: Reader? = none
      dueAt:  Time?   = none

    message overdue

    event lend(book: Book, reader: Reader) from desk
      require book.reader is none                                                               [L1]
      book.reader = reader
      book.dueAt  = now + loanTime                                                              [L2]

    event giveBack(book: Book) from desk
      require book.reader is not none
      book.reader = none
      book.dueAt  = none

    event remind(book: Book) from clock
      require book.dueAt is not none
      due book.dueAt!                                                                           [L3]
      notify book.reader! overdue                                                               [L3]
      book.dueAt = none

    step oneReader after lend [L1] "Nobody is lent a book that somebody has."
      before(book.reader is none)

    reach late [L3] "A reader is reminded."
      some b: Book: b.reader is not none and b.dueAt is none

    // For the proofs: a book with a due date has a reader, and each reminder leaves one such book
    // less.
    lemma dueIfLent
      all b: Book where b.dueAt is not none: b.reader is not none

    measure reminders
      count b: Book where b.dueAt is not none

    """#,
    "Models/Library/requirements.tsv": #"""
    id\#tsource\#tkind\#trequirement
    L1\#thouse rules\#tstate\#tA book is lent to one reader at a time.
    L2\#thouse rules\#ttiming\#tA book is lent for 21 days.
    L3\#thouse rules\#ttiming\#tA reader who keeps a book longer is reminded once.
    L4\#thouse rules\#tinterface\#tThe library is open from Monday to Saturday.

    """#,
    "Traces/Library/conforms/one-loan.jsonl": #"""
    {"at":"2026-05-04T09:00:00Z","event":"lend","book":"emma","reader":"ada"}
    {"at":"2026-05-25T09:00:00Z","event":"remind","book":"emma","notified":[{"to":"ada","message":"overdue"}]}
    {"at":"2026-05-26T10:30:00Z","event":"giveBack","book":"emma"}
    {"at":"2026-05-26T10:31:00Z","event":"lend","book":"emma","reader":"ben"}

    """#,
    "Traces/Library/violates/lent-twice.jsonl": #"""
    {"at":"2026-05-04T09:00:00Z","event":"lend","book":"emma","reader":"ada"}
    {"at":"2026-05-05T11:00:00Z","event":"lend","book":"emma","reader":"ben"}

    """#,
    "Traces/Library/violates/lent-twice.expected.json": #"""
    {"findings":[{"line":2,"kind":"wronglyAccepted","rule":"lend"}]}

    """#,
    "desk.csv": #"""
    when,action,item,card
    2026-05-04 09:00:00,LOAN,emma,ada
    2026-05-04 09:02:10,LOAN,ulysses,ben
    2026-05-04 12:00:00,COUNT,,
    2026-05-11 16:45:00,RETURN,ulysses,
    2026-05-20 10:15:30,RETURN,emma,

    """#,
    "desk.mapping": #"""
    // The desk's log: one row for each action.
    format csv
    event action
      "LOAN" is lend
      "RETURN" is giveBack
      "COUNT" is skipped
    time when written "YYYY-MM-DD hh:mm:ss" offset "Z"
    argument book item
    argument lend.reader card
    ignore card

    """#,
    ".github/workflows/rules.yml": #"""
    name: Rules
    on: [push, pull_request]

    permissions:
      contents: read

    jobs:
      rules:
        runs-on: ubuntu-24.04
        steps:
          - uses: actions/checkout@v4
          # MEDALLION_DEB, a variable of the repository: the address of Medallion's Debian package.
          - run: curl --fail --location --output medallion.deb "$MEDALLION_DEB" && sudo apt-get install --yes ./medallion.deb
            env:
              MEDALLION_DEB: ${{ vars.MEDALLION_DEB }}
          - run: medallion check
          - run: medallion replay Models/Library/Library.rulebook desk.csv --mapping desk.mapping

    """#,
  ]
}
