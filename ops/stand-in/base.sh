#!/bin/sh
# Builds a stand-in for the base image of ops/Dockerfile where no registry is reachable: Debian from its mirror, Node of node_modules.
#   sudo sh ops/stand-in/base.sh NAME PROGRAM    (PROGRAM is podman or docker; needs debootstrap)
set -eu
name=$1
program=$2
root=$(mktemp --directory)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >/dev/null
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc "$root"/usr/share/man "$root"/usr/share/locale
# The user of Node's own image; initdb wants a name for the user that it runs as.
echo 'node:x:1000:1000::/srv/shop:/bin/sh' >>"$root/etc/passwd"
echo 'node:x:1000:' >>"$root/etc/group"
install -D --mode=755 "$(node -p 'process.execPath')" "$root/usr/local/bin/node"
mkdir --parents "$root/usr/local/lib/node_modules"
npm_root=$(dirname "$(dirname "$(readlink --canonicalize "$(command -v npm)")")")
cp --recursive --dereference "$npm_root" "$root/usr/local/lib/node_modules/npm"
ln --symbolic ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
# The certificate with which this machine reaches a registry, if it has one of its own.
authority=${NODE_EXTRA_CA_CERTS:-$(npm config get cafile)}
if [ -f "$authority" ]; then
  install -D --mode=644 "$authority" "$root/etc/registry.pem"
  echo 'cafile=/etc/registry.pem' >"$root/root/.npmrc"
fi
tar --create --directory "$root" . | "$program" import - "$name" >/dev/null
