#!/bin/bash
# Boots this machine's own systemd on a copy-on-write view of its folders, in namespaces of its own: `boot.sh FOLDER`, as
# root. The first process of it is this script's only child, and all of it ends with that child. What it writes lies in
# FOLDER/changed. `boot.sh --try FOLDER` says by its exit code whether the machine lets it.
set -eu
only_try=
if [ "$1" = --try ]; then only_try=1 && shift; fi
folder=$1

# A group of its own in each hierarchy of cgroups, which is all that the system below sees of them.
groups=$(cat /proc/self/cgroup)
hierarchies=
while IFS=: read -r _ names _; do
  case $names in
    '') place=$(findmnt --noheadings --first-only --output TARGET --types cgroup2 || true) what= ;;
    *) place=$(findmnt --noheadings --first-only --output TARGET --types cgroup --options "$names" || true) what=$names ;;
  esac
  [ -n "$place" ] || continue
  group=$place/$(basename "$folder")
  mkdir -p "$group"
  if [ "$what" = cpuset ]; then
    for file in cpuset.cpus cpuset.mems; do cat "$place/$file" >"$group/$file"; done
  fi
  echo $$ >"$group/cgroup.procs"
  hierarchies="$hierarchies ${what:-unified}"
done <<<"$groups"

exec unshare --mount --pid --uts --ipc --cgroup --fork --kill-child=SIGKILL bash -euc '
  folder=$1 hierarchies=$2 only_try=$3
  mount --make-rprivate /
  root=$folder/root
  mkdir -p "$root"
  mount -t tmpfs -o mode=755 none "$root"
  mkdir "$root"/{proc,sys,dev,run,tmp,mnt,usr,etc,var,opt,root,home,exchange}
  for each in usr etc var opt root home; do
    mkdir -p "$folder/changed/$each" "$folder/work/$each"
    mount -t overlay -o "lowerdir=/$each,upperdir=$folder/changed/$each,workdir=$folder/work/$each" overlay "$root/$each"
  done
  for each in bin sbin lib lib64; do ln -s "usr/$each" "$root/$each"; done
  mkdir -p "$folder/exchange"
  mount --bind "$folder/exchange" "$root/exchange"
  mount -t tmpfs none "$root/tmp"
  chmod 1777 "$root/tmp"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs -o mode=755 none "$root/run"
  mount -t tmpfs -o mode=755 none "$root/dev"
  for each in null zero full random urandom tty; do
    : >"$root/dev/$each"
    mount --bind "/dev/$each" "$root/dev/$each"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 none "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  case $hierarchies in
    " unified") mount -t cgroup2 none "$root/sys/fs/cgroup" ;;
    *)
      mount -t tmpfs -o mode=755 none "$root/sys/fs/cgroup"
      for each in $hierarchies; do
        mkdir "$root/sys/fs/cgroup/${each#name=}"
        case $each in
          unified) mount -t cgroup2 none "$root/sys/fs/cgroup/unified" ;;
          name=*) mount -t cgroup -o "none,$each" none "$root/sys/fs/cgroup/${each#name=}" ;;
          *) mount -t cgroup -o "$each" none "$root/sys/fs/cgroup/$each" ;;
        esac
      done
      ;;
  esac
  [ -z "$only_try" ] || exit 0
  if [ ! -e "$folder/booted" ]; then
    # Of this machine only what every system starts: no logins, no devices, none of its own services.
    units=$root/etc/systemd/system
    rm -rf "$units"/*.wants
    for each in systemd-udevd.service systemd-udev-trigger.service systemd-logind.service systemd-resolved.service \
      systemd-timesyncd.service systemd-networkd.service systemd-modules-load.service systemd-sysctl.service \
      systemd-binfmt.service kmod-static-nodes.service getty.target dev-hugepages.mount dev-mqueue.mount \
      proc-sys-fs-binfmt_misc.automount sys-kernel-config.mount sys-kernel-debug.mount sys-kernel-tracing.mount \
      sys-fs-fuse-connections.mount; do
      ln -sf /dev/null "$units/$each"
    done
    rm -f "$root/etc/fstab" "$root/etc/machine-id"
    : >"$root/etc/fstab"
    tr -d - </proc/sys/kernel/random/uuid >"$root/etc/machine-id"
    : >"$folder/booted"
  fi
  hostname till
  exec env -i container=other PATH=/usr/sbin:/usr/bin chroot "$root" /lib/systemd/systemd --unit=multi-user.target
' boot "$folder" "$hierarchies" "$only_try"
