// A disk with a write cache, in memory: what programs see, and beside it what would still be there after a power cut.
// Single-threaded by contract: the caller holds one lock around every call. Nothing is freed: it lives for one test.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define SECTOR 512

struct bytes {
  uint8_t *at;
  size_t size, room;
};

struct node {
  ino_t number; // made of its first path, so that it is the same file after the power comes back
  mode_t mode; // S_IFDIR or S_IFREG with permissions
  struct timespec changed;
  struct bytes seen, safe; // a file's content, now and after a power cut
  bool *unsafe_sectors;    // of `seen`, those written since the last sync
  size_t unsafe_room;
  struct entry *entries; // a folder's names, now
  struct entry *kept;    // and after a power cut
};

struct entry {
  char *name;
  struct node *node;
  struct entry *next;
};

/** What a power cut found and did; told to the test, so that it can see that something was at stake. */
struct cut {
  unsigned unsafe_sectors, kept_sectors, unsafe_names, kept_names;
};

struct node *disk_root(void);
/** Null where there is none. `leaf`: gives the folder, and the last name through it. */
struct node *disk_find(const char *path);
struct node *disk_parent(const char *path, const char **leaf);
struct node *disk_make(struct node *folder, const char *name, mode_t mode);
void disk_remove(struct node *folder, const char *name);
void disk_rename(struct node *from, const char *old_name, struct node *to, const char *new_name);
void disk_write(struct node *file, const void *data, size_t size, off_t at);
void disk_resize(struct node *file, off_t size);
/** A file: its content is safe. A folder: all names are (one journal of names, as ext4 and xfs have). */
void disk_sync(struct node *node);
/** Everything is safe: a clean end. */
void disk_sync_all(void);
/** Forgets what is not safe, but for what chance keeps: whole sectors, a beginning of the names' journal. */
struct cut disk_cut(unsigned seed);
bool disk_load(const char *folder);
bool disk_save(const char *folder);
