// `forgetful OLD_DISK NEW_DISK MOUNT_POINT [--seed N] [--ignore-sync]`: a file system (FUSE) that keeps what is written
// in memory and forgets it in a power cut unless it was synced. It starts with the files of OLD_DISK.
// SIGUSR1: the power goes. What is left is written to NEW_DISK (an empty folder), one JSON line says what was at stake,
// and the program ends at once, so that programs that still use the mount get errors. SIGTERM: a clean end.
// --ignore-sync: syncs are answered and not carried out, as a bad drive does.
#define FUSE_USE_VERSION 31
#include "disk.h"
#include <errno.h>
#include <fuse.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static const char *new_disk;
static unsigned seed;
static bool ignore_sync;

#define LOCKED(work) \
  pthread_mutex_lock(&one_at_a_time); \
  int answer = (work); \
  pthread_mutex_unlock(&one_at_a_time); \
  return answer;

/** An open file stays the same one, also after its name is gone (then there is no path). */
static struct node *opened(const char *path, struct fuse_file_info *file) {
  if (file != NULL && file->fh != 0) return (struct node *)(uintptr_t)file->fh;
  return path == NULL ? NULL : disk_find(path);
}

static int keep_open(const char *path, struct fuse_file_info *file) {
  struct node *node = disk_find(path);
  file->fh = (uint64_t)(uintptr_t)node;
  return node == NULL ? -ENOENT : 0;
}

static int tell(struct node *node, struct stat *facts) {
  if (node == NULL) return -ENOENT;
  memset(facts, 0, sizeof *facts);
  facts->st_ino = node->number;
  facts->st_mode = node->mode;
  facts->st_nlink = S_ISDIR(node->mode) ? 2 : 1;
  facts->st_size = (off_t)node->seen.size;
  facts->st_blocks = (facts->st_size + SECTOR - 1) / SECTOR;
  facts->st_uid = getuid();
  facts->st_gid = getgid();
  facts->st_mtim = facts->st_ctim = facts->st_atim = node->changed;
  return 0;
}

static int make(const char *path, mode_t mode) {
  const char *leaf;
  struct node *folder = disk_parent(path, &leaf);
  if (folder == NULL) return -ENOENT;
  if (disk_find(path) != NULL) return -EEXIST;
  disk_make(folder, leaf, mode);
  return 0;
}

static int drop(const char *path, bool folders) {
  const char *leaf;
  struct node *node = disk_find(path);
  if (node == NULL) return -ENOENT;
  if (folders && node->entries != NULL) return -ENOTEMPTY;
  struct node *folder = disk_parent(path, &leaf);
  disk_remove(folder, leaf);
  return 0;
}

static int move(const char *from, const char *to) {
  const char *old_name, *new_name;
  struct node *source = disk_parent(from, &old_name), *target = disk_parent(to, &new_name);
  if (disk_find(from) == NULL || source == NULL || target == NULL) return -ENOENT;
  disk_rename(source, old_name, target, new_name);
  return 0;
}

static int take(struct node *file, char *into, size_t size, off_t at) {
  if (file == NULL) return -ENOENT;
  if ((size_t)at >= file->seen.size) return 0;
  size_t rest = file->seen.size - (size_t)at, count = size < rest ? size : rest;
  memcpy(into, file->seen.at + at, count);
  return (int)count;
}

static int put(struct node *file, const char *data, size_t size, off_t at) {
  if (file == NULL) return -ENOENT;
  disk_write(file, data, size, at);
  return (int)size;
}

static int resize(struct node *file, off_t size) {
  if (file == NULL) return -ENOENT;
  disk_resize(file, size);
  return 0;
}

static int make_safe(struct node *node) {
  if (node != NULL && !ignore_sync) disk_sync(node);
  return 0;
}

static int set_mode(const char *path, mode_t mode) {
  struct node *node = disk_find(path);
  if (node == NULL) return -ENOENT;
  node->mode = (node->mode & S_IFMT) | (mode & 07777);
  return 0;
}

static int list(const char *path, void *buffer, fuse_fill_dir_t fill) {
  struct node *folder = disk_find(path);
  if (folder == NULL) return -ENOENT;
  for (struct entry *each = folder->entries; each != NULL; each = each->next) fill(buffer, each->name, NULL, 0, 0);
  return 0;
}

static int op_getattr(const char *path, struct stat *facts, struct fuse_file_info *f) { LOCKED(tell(opened(path, f), facts)) }
static int op_readdir(const char *path, void *b, fuse_fill_dir_t fill, off_t o, struct fuse_file_info *f, enum fuse_readdir_flags g) { LOCKED(list(path, b, fill)) }
static int op_mkdir(const char *path, mode_t mode) { LOCKED(make(path, S_IFDIR | mode)) }
static int op_create(const char *path, mode_t mode, struct fuse_file_info *f) { LOCKED(make(path, S_IFREG | (mode & 07777)) == 0 ? keep_open(path, f) : -EEXIST) }
static int op_open(const char *path, struct fuse_file_info *f) { LOCKED(keep_open(path, f)) }
static int op_unlink(const char *path) { LOCKED(drop(path, false)) }
static int op_rmdir(const char *path) { LOCKED(drop(path, true)) }
static int op_rename(const char *from, const char *to, unsigned flags) { LOCKED(flags != 0 ? -EINVAL : move(from, to)) }
static int op_read(const char *path, char *into, size_t size, off_t at, struct fuse_file_info *f) { LOCKED(take(opened(path, f), into, size, at)) }
static int op_write(const char *path, const char *data, size_t size, off_t at, struct fuse_file_info *f) { LOCKED(put(opened(path, f), data, size, at)) }
static int op_truncate(const char *path, off_t size, struct fuse_file_info *f) { LOCKED(resize(opened(path, f), size)) }
static int op_fsync(const char *path, int data_only, struct fuse_file_info *f) { LOCKED(make_safe(opened(path, f))) }
static int op_chmod(const char *path, mode_t mode, struct fuse_file_info *f) { LOCKED(set_mode(path, mode)) }
static int op_utimens(const char *path, const struct timespec at[2], struct fuse_file_info *f) { return 0; }

static void *watch_power(void *mount_point) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGTERM);
  int signal_number = 0;
  sigwait(&signals, &signal_number);
  // Never given back: from here on nobody gets an answer any more, only the error of a file system that is gone.
  pthread_mutex_lock(&one_at_a_time);
  struct cut cut = {0};
  if (signal_number == SIGUSR1) cut = disk_cut(seed);
  else disk_sync_all();
  bool saved = disk_save(new_disk);
  printf("{\"event\":\"%s\",\"unsafeSectors\":%u,\"keptSectors\":%u,\"unsafeNames\":%u,\"keptNames\":%u}\n",
    saved ? "off" : "not-saved", cut.unsafe_sectors, cut.kept_sectors, cut.unsafe_names, cut.kept_names);
  fflush(stdout);
  _exit(saved ? 0 : 1);
}

static void *op_init(struct fuse_conn_info *connection, struct fuse_config *config) {
  config->hard_remove = 1;
  config->use_ino = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, watch_power, NULL);
  printf("{\"event\":\"ready\",\"pid\":%d}\n", getpid());
  fflush(stdout);
  return NULL;
}

static const struct fuse_operations operations = {
  .init = op_init, .getattr = op_getattr, .readdir = op_readdir, .mkdir = op_mkdir, .create = op_create, .open = op_open,
  .unlink = op_unlink, .rmdir = op_rmdir, .rename = op_rename, .read = op_read, .write = op_write,
  .truncate = op_truncate, .fsync = op_fsync, .fsyncdir = op_fsync, .chmod = op_chmod, .utimens = op_utimens,
};

int main(int count, char **words) {
  if (count < 4) return fprintf(stderr, "usage: forgetful OLD_DISK NEW_DISK MOUNT_POINT [--seed N] [--ignore-sync]\n"), 2;
  for (int index = 4; index < count; index++) {
    if (strcmp(words[index], "--ignore-sync") == 0) ignore_sync = true;
    if (strcmp(words[index], "--seed") == 0 && index + 1 < count) seed = (unsigned)strtoul(words[index + 1], NULL, 10);
  }
  new_disk = words[2];
  if (!disk_load(words[1])) return perror(words[1]), 1;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  // In the foreground, one thread, and no caching of names or sizes beyond what the kernel must do.
  char *arguments[] = {words[0], words[3], "-f", "-s", "-o", "fsname=forgetful,default_permissions"};
  return fuse_main(6, arguments, &operations, NULL);
}
