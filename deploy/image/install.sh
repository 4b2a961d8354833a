#!/bin/sh
# Second stage of the image: the package → an installation. `deploy/image/install.sh <folder with the package> <prefix>`
# `npm ci` takes exactly the versions of the package's own lock and checks their hashes. No install script of a package runs.
set -eu
prefix="$2"
own="$prefix/lib/tracewell"
mkdir -p "$own" "$prefix/bin"
tar -xzf "$1"/tracewell-[0-9]*.tgz -C "$own" --strip-components=1
cd "$own"
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The image has this Node already.
if [ "$(node -p 'parseInt(process.versions.node)')" -ge 26 ]; then rm -rf node_modules/node-linux-*; fi
chmod +x server/bin/tracewell-server.js
ln -sf ../lib/tracewell/server/bin/tracewell-server.js "$prefix/bin/tracewell"
cat > "$prefix/healthcheck.mjs" <<'CHECK'
// For HEALTHCHECK: exit code 0 while the process answers. The image has no curl.
const reply = await fetch(`http://127.0.0.1:${process.env.PORT || '4318'}/livez`).catch(() => null);
process.exitCode = reply?.ok ? 0 : 1;
CHECK
