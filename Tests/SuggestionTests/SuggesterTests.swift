import Testing

@Suite("Suggested lemmas") struct SuggesterTests {}
