#!/bin/sh
# Compares the rulebooks of a pull request, and tells what changes in one comment, which is kept up
# to date. Ends with the exit code of `medallion diff`.
#
#   medallion-diff.sh BASE...HEAD [OPTION OF DIFF]...
#
# From the environment:
#   MEDALLION                 the program; `medallion` on the PATH if it is not set
#   MEDALLION_PULL_REQUEST    the number of the pull request; without it nothing is commented
#   MEDALLION_MARKDOWN        the file for the comment; medallion-diff.md if it is not set
#   MEDALLION_SARIF           the file for code scanning; without it none is written
#   MEDALLION_COMMENT_AUTHOR  who comments; github-actions[bot] if it is not set
#   GITHUB_REPOSITORY         OWNER/NAME, as a runner of GitHub's sets it
#   GITHUB_STEP_SUMMARY       a file to which the comment is added, as such a runner sets it
#
# Comments are written by `gh`, which takes its token from GH_TOKEN.
set -eu

if [ $# -lt 1 ]; then
  echo "usage: medallion-diff.sh BASE...HEAD [OPTION OF DIFF]..." >&2
  exit 2
fi
range=$1
shift

medallion=${MEDALLION:-medallion}
markdown=${MEDALLION_MARKDOWN:-medallion-diff.md}
sarif=${MEDALLION_SARIF:-}
marker='<!-- medallion diff -->'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The comparison, twice at once: as a comment and for code scanning.
other=
if [ -n "$sarif" ]; then
  rm -f "$sarif"
  "$medallion" diff "--git=$range" --quiet --format sarif --output "$sarif" "$@" 2>/dev/null &
  other=$!
fi
code=0
"$medallion" diff "--git=$range" --format markdown --output "$work/diff.md" "$@" \
  2>"$work/errors" || code=$?
[ -z "$other" ] || wait "$other" || :
cat "$work/errors" >&2

# A message is shown as it is: in an indented block nothing is markup.
if [ ! -f "$work/diff.md" ]; then
  {
    echo "### Rule changes: the rulebooks cannot be compared (exit code $code)"
    echo
    head -n 100 "$work/errors" | cut -c 1-400 | sed 's/^/    /'
  } >"$work/diff.md"
fi
{
  echo "$marker"
  cat "$work/diff.md"
} >"$markdown"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$markdown" >>"$GITHUB_STEP_SUMMARY"

# Finds the comment of an earlier run, and writes it anew; there is a first one only if a rulebook
# differs.
comment() {
  comments="repos/$GITHUB_REPOSITORY/issues"
  MEDALLION_COMMENT_AUTHOR=${MEDALLION_COMMENT_AUTHOR:-github-actions[bot]}
  export MEDALLION_COMMENT_AUTHOR
  gh api --paginate "$comments/$MEDALLION_PULL_REQUEST/comments" --jq \
    ".[] | select(.user.login == env.MEDALLION_COMMENT_AUTHOR)
      | select(.body | startswith(\"$marker\")) | .id" >"$work/ids" || return 1
  id=$(head -n 1 "$work/ids")
  if [ -n "$id" ]; then
    gh api --silent --method PATCH "$comments/comments/$id" -F "body=@$markdown"
  elif ! grep -q '^No rulebook differs' "$work/diff.md"; then
    gh api --silent --method POST "$comments/$MEDALLION_PULL_REQUEST/comments" -F "body=@$markdown"
  fi
}

# Without the right to comment, as on a pull request of a fork, the exit code still tells.
if [ -n "${MEDALLION_PULL_REQUEST:-}" ]; then
  comment || echo "note: the comment cannot be written" >&2
fi
exit "$code"
