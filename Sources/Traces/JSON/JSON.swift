// A reader of traces tells where a line stops being JSON in the parser's own terms.
@_exported public import JSON
