#!/usr/bin/env bash
# Uploads an SBOM to Assay, waits for the analysis, gates on what this change introduced, and comments on the pull or merge
# request. Runs in any pipeline with bash, curl and jq. Settings are environment variables:
#
#   ASSAY_URL, ASSAY_TOKEN   Assay and a token with the scopes read and sbom:upload
#   ASSAY_SERVICE            name of the service
#   ASSAY_VERSION            name of the version, for example the commit
#   ASSAY_SBOM               file to upload; default sbom.json
#   ASSAY_IMAGE              image reference that the SBOM describes; optional
#   ASSAY_SEVERITY           lowest severity that fails; default high
#   ASSAY_NEW_SINCE          version to compare with; default previous, "none" gates on all findings
#   ASSAY_ALLOW_UNKNOWN      true: a result without enough data does not fail
#   ASSAY_TIMEOUT            seconds to wait for the analysis; default 600
#   ASSAY_REPORT             file for the Markdown report; default assay-report.md
#   ASSAY_COMMENT            github, gitlab, azure or none; default none
#
# Exit codes: 0 passed, 1 error, 3 the gate failed, 4 the result is unknown or the analysis did not finish in time.
set -euo pipefail

fail() {
  printf 'assay: %s\n' "$1" >&2
  exit "${2:-1}"
}

for tool in curl jq; do command -v "$tool" >/dev/null || fail "$tool is not installed."; done
: "${ASSAY_URL:?Set ASSAY_URL to the address of Assay.}" "${ASSAY_TOKEN:?Set ASSAY_TOKEN to a token with the scopes read and sbom:upload.}"
: "${ASSAY_SERVICE:?Set ASSAY_SERVICE to the name of the service.}" "${ASSAY_VERSION:?Set ASSAY_VERSION to the name of the version.}"
sbom=${ASSAY_SBOM:-sbom.json}
report=${ASSAY_REPORT:-assay-report.md}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

encode() { jq -rn --arg text "$1" '$text | @uri'; }

service="${ASSAY_URL%/}/api/v2/service/$(encode "$ASSAY_SERVICE")"
version="$service/version/$(encode "$ASSAY_VERSION")"

# The token is in a file, so that it is not in the list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$ASSAY_TOKEN" > "$work/assay.curl"

# request <config> <output> <arguments>: prints the status. Retries what may pass: 408, 429, 5xx and lost connections.
request() {
  local config=$1 output=$2
  shift 2
  curl --silent --show-error --config "$work/$config" --retry 4 --retry-connrefused --max-time 180 --output "$output" --write-out '%{http_code}' "$@"
}

message_of() { jq -r '.errorMessage // .message // empty' "$1" 2>/dev/null || true; }

parameters=()
add_parameter() { if [ -n "$2" ]; then parameters+=("$1=$(encode "$2")"); fi; }

upload() {
  [ -s "$sbom" ] || fail "The SBOM $sbom is missing or empty."
  add_parameter image "${ASSAY_IMAGE:-}"
  add_parameter git_branch "${ASSAY_GIT_BRANCH:-${GITHUB_HEAD_REF:-${GITHUB_REF_NAME:-${CI_COMMIT_REF_NAME:-${BRANCH_NAME:-${BUILD_SOURCEBRANCHNAME:-}}}}}}"
  add_parameter git_commit_sha "${ASSAY_GIT_COMMIT:-${GITHUB_SHA:-${CI_COMMIT_SHA:-${GIT_COMMIT:-${BUILD_SOURCEVERSION:-}}}}}"
  local query status
  query=$(IFS='&'; printf '%s' "${parameters[*]:-}")
  status=$(request assay.curl "$work/receipt.json" --request POST --header 'Content-Type: application/json' --data-binary "@$sbom" "$version/sbom?$query") || fail "Assay cannot be reached."
  [ "$status" = 200 ] || fail "The upload was rejected ($status): $(message_of "$work/receipt.json")"
  printf 'Uploaded %s as %s %s.\n' "$sbom" "$ASSAY_SERVICE" "$ASSAY_VERSION"
}

gate() {
  local query deadline status
  local since=${ASSAY_NEW_SINCE:-previous}
  query="severity=$(encode "${ASSAY_SEVERITY:-high}")&wait=30"
  deadline=$((SECONDS + ${ASSAY_TIMEOUT:-600}))
  while :; do
    local new_since=
    if [ "$since" != none ]; then new_since="&newSince=$(encode "$since")"; fi
    status=$(request assay.curl "$work/gate.json" "$version/gate?$query$new_since") || fail "Assay cannot be reached."
    if [ "$status $since" = '404 previous' ] && [ "$(jq -r .code "$work/gate.json")" = VERSION_UNKNOWN ]; then
      printf 'This is the first version, so all findings count as new.\n'
      since=none
      continue
    fi
    [ "$status" = 200 ] || fail "The gate was not evaluated ($status): $(message_of "$work/gate.json")"
    result=$(jq -r .result "$work/gate.json")
    if [ "$result" != pending ] || [ "$SECONDS" -ge "$deadline" ]; then break; fi
    sleep 1
  done
  printf 'Gate: %s\n' "$result"
  jq -r '.reasons[] | "  \(.text)"' "$work/gate.json"
}

# The comparison with the previous version; the findings if there is none.
write_report() {
  local status
  local markdown=(--header 'Accept: text/markdown')
  status=$(request assay.curl "$work/report.md" "${markdown[@]}" "$service/diff?head=$(encode "$ASSAY_VERSION")") || status=000
  if [ "$status" != 200 ]; then status=$(request assay.curl "$work/report.md" "${markdown[@]}" "$version/finding") || status=000; fi
  if [ "$status" != 200 ]; then printf 'The report is not available.\n' > "$work/report.md"; fi
  local portal
  portal=$(jq -r .links.portal "$work/receipt.json")
  {
    # Finds the comment of an earlier run.
    printf '<!-- assay:%s -->\n' "$(encode "$ASSAY_SERVICE")"
    printf '**Assay: %s** ([details](%s))\n\n' "$result" "${ASSAY_URL%/}$portal"
    jq -r '.reasons[] | "- \(.text)"' "$work/gate.json"
    printf '\n'
    head -c 60000 "$work/report.md" | iconv -c -f utf-8 -t utf-8
  } > "$report"
}

# A comment never fails the build: the result is in the log and in the report.
comment() {
  case "${ASSAY_COMMENT:-none}" in
    none) ;;
    github) comment_github || printf 'assay: the comment was not written.\n' >&2 ;;
    gitlab) comment_gitlab || printf 'assay: the comment was not written.\n' >&2 ;;
    azure) comment_azure || printf 'assay: the comment was not written.\n' >&2 ;;
    *) fail "Unknown ASSAY_COMMENT \"$ASSAY_COMMENT\". Use github, gitlab, azure or none." ;;
  esac
}

# send <method> <url> <json filter on the report>
send() {
  local status
  jq -n --rawfile body "$report" "$3" > "$work/comment.json"
  status=$(request forge.curl "$work/answer.json" --request "$1" --header 'Content-Type: application/json' --data-binary "@$work/comment.json" "$2") || return 1
  case "$status" in 2*) ;; *) printf 'assay: the forge answered %s: %s\n' "$status" "$(message_of "$work/answer.json")" >&2; return 1 ;; esac
}

# find_comment <list url> <filter>: prints the id of the comment of an earlier run, from up to ten pages.
find_comment() {
  local page status id marker
  marker=$(head -n 1 "$report")
  for page in 1 2 3 4 5 6 7 8 9 10; do
    status=$(request forge.curl "$work/list.json" "$1?per_page=100&page=$page") || return 1
    [ "$status" = 200 ] || return 1
    id=$(jq -r --arg marker "$marker" "$2" "$work/list.json")
    if [ -n "$id" ]; then printf '%s' "$id"; return 0; fi
    if [ "$(jq 'length' "$work/list.json")" -lt 100 ]; then return 0; fi
  done
}

comment_github() {
  local issue id base
  issue=${ASSAY_PULL_REQUEST:-$(jq -r '.pull_request.number // empty' "${GITHUB_EVENT_PATH:-/dev/null}" 2>/dev/null || true)}
  [ -n "$issue" ] || return 0
  printf 'header = "Authorization: Bearer %s"\nheader = "Accept: application/vnd.github+json"\n' "${GITHUB_TOKEN:?}" > "$work/forge.curl"
  base="${GITHUB_API_URL:-https://api.github.com}/repos/$GITHUB_REPOSITORY/issues"
  id=$(find_comment "$base/$issue/comments" '[.[] | select(.body | startswith($marker)) | .id][0] // empty') || return 1
  if [ -n "$id" ]; then send PATCH "$base/comments/$id" '{$body}'; else send POST "$base/$issue/comments" '{$body}'; fi
}

comment_gitlab() {
  local id base
  [ -n "${CI_MERGE_REQUEST_IID:-}" ] || return 0
  printf 'header = "PRIVATE-TOKEN: %s"\n' "${ASSAY_GITLAB_TOKEN:?}" > "$work/forge.curl"
  base="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
  id=$(find_comment "$base" '[.[] | select(.body | startswith($marker)) | .id][0] // empty') || return 1
  if [ -n "$id" ]; then send PUT "$base/$id" '{$body}'; else send POST "$base" '{$body}'; fi
}

comment_azure() {
  local id base version='api-version=7.1' status marker
  [ -n "${SYSTEM_PULLREQUEST_PULLREQUESTID:-}" ] || return 0
  printf 'header = "Authorization: Bearer %s"\n' "${SYSTEM_ACCESSTOKEN:?}" > "$work/forge.curl"
  base="${SYSTEM_COLLECTIONURI%/}/$(encode "$SYSTEM_TEAMPROJECT")/_apis/git/repositories/$BUILD_REPOSITORY_ID/pullRequests/$SYSTEM_PULLREQUEST_PULLREQUESTID/threads"
  marker=$(head -n 1 "$report")
  status=$(request forge.curl "$work/list.json" "$base?$version") || return 1
  [ "$status" = 200 ] || return 1
  id=$(jq -r --arg marker "$marker" '[.value[] | .id as $thread | .comments[]? | select((.content // "") | startswith($marker)) | "\($thread)/comments/\(.id)"][0] // empty' "$work/list.json")
  if [ -n "$id" ]; then
    send PATCH "$base/$id?$version" '{content: $body}'
  else
    send POST "$base?$version" '{comments: [{parentCommentId: 0, content: $body, commentType: 1}], status: 4}'
  fi
}

upload
gate
write_report
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$report" >> "$GITHUB_STEP_SUMMARY"; fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'result=%s\nreport=%s\n' "$result" "$report" >> "$GITHUB_OUTPUT"; fi
comment
case "$result" in
  pass) ;;
  fail) exit 3 ;;
  *) [ "${ASSAY_ALLOW_UNKNOWN:-false}" = true ] || exit 4 ;;
esac
