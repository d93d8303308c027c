// The model of the disk: sectors reach it with a sync, or by chance; names reach it in order, with a folder's sync, or
// by chance a beginning of them. That is the least that a file system promises, so what survives here survives there.
#include "disk.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** One change of a name since the last sync of names; `node` null: removed. A rename is two that stay together. */
struct name_change {
  struct node *folder;
  char *name;
  struct node *node;
  bool with_next;
};

static struct node *root;
static struct name_change *changes;
static size_t change_count, change_room;

static void *grown(void *at, size_t *room, size_t wanted, size_t each) {
  if (wanted <= *room) return at;
  size_t before = *room;
  *room = wanted * 2;
  at = realloc(at, *room * each);
  if (at == NULL) abort();
  memset((char *)at + before * each, 0, (*room - before) * each);
  return at;
}

static struct node *new_node(mode_t mode) {
  struct node *node = calloc(1, sizeof *node);
  if (node == NULL) abort();
  node->mode = mode;
  clock_gettime(CLOCK_REALTIME, &node->changed);
  return node;
}

struct node *disk_root(void) {
  if (root == NULL) {
    root = new_node(S_IFDIR | 0700);
    root->number = 1;
  }
  return root;
}

static struct entry **slot(struct entry **list, const char *name) {
  while (*list != NULL && strcmp((*list)->name, name) != 0) list = &(*list)->next;
  return list;
}

static void put(struct entry **list, const char *name, struct node *node) {
  struct entry **at = slot(list, name);
  if (node == NULL) {
    if (*at != NULL) *at = (*at)->next;
  } else if (*at != NULL) {
    (*at)->node = node;
  } else {
    *at = calloc(1, sizeof **at);
    if (*at == NULL) abort();
    (*at)->name = strdup(name);
    (*at)->node = node;
  }
}

struct node *disk_parent(const char *path, const char **leaf) {
  struct node *folder = disk_root();
  for (path += 1;; ) {
    const char *end = strchr(path, '/');
    if (end == NULL) break;
    char *name = strndup(path, (size_t)(end - path));
    struct entry *found = *slot(&folder->entries, name);
    free(name);
    if (found == NULL || !S_ISDIR(found->node->mode)) return NULL;
    folder = found->node;
    path = end + 1;
  }
  *leaf = path;
  return folder;
}

struct node *disk_find(const char *path) {
  if (strcmp(path, "/") == 0) return disk_root();
  const char *leaf;
  struct node *folder = disk_parent(path, &leaf);
  struct entry *found = folder == NULL ? NULL : *slot(&folder->entries, leaf);
  return found == NULL ? NULL : found->node;
}

static void change_name(struct node *folder, const char *name, struct node *node, bool with_next) {
  put(&folder->entries, name, node);
  changes = grown(changes, &change_room, change_count + 1, sizeof *changes);
  changes[change_count++] = (struct name_change){folder, strdup(name), node, with_next};
  clock_gettime(CLOCK_REALTIME, &folder->changed);
}

struct node *disk_make(struct node *folder, const char *name, mode_t mode) {
  struct node *node = new_node(mode);
  // FNV-1a, over the folder's number and the name.
  uint64_t number = (14695981039346656037ULL ^ folder->number) * 1099511628211ULL;
  for (const char *at = name; *at != '\0'; at++) number = (number ^ (uint8_t)*at) * 1099511628211ULL;
  node->number = (ino_t)(number | 2);
  change_name(folder, name, node, false);
  return node;
}

void disk_remove(struct node *folder, const char *name) { change_name(folder, name, NULL, false); }

void disk_rename(struct node *from, const char *old_name, struct node *to, const char *new_name) {
  struct entry *moved = *slot(&from->entries, old_name);
  if (moved == NULL) return;
  struct node *node = moved->node;
  change_name(from, old_name, NULL, true);
  change_name(to, new_name, node, false);
}

static void resize(struct bytes *bytes, size_t size) {
  if (size < bytes->size) memset(bytes->at + size, 0, bytes->size - size);
  bytes->at = grown(bytes->at, &bytes->room, size, 1);
  bytes->size = size;
}

static void mark(struct node *file, size_t from, size_t to) {
  size_t last = (to + SECTOR - 1) / SECTOR;
  file->unsafe_sectors = grown(file->unsafe_sectors, &file->unsafe_room, last, sizeof(bool));
  for (size_t sector = from / SECTOR; sector < last; sector++) file->unsafe_sectors[sector] = true;
  clock_gettime(CLOCK_REALTIME, &file->changed);
}

void disk_write(struct node *file, const void *data, size_t size, off_t at) {
  size_t end = (size_t)at + size;
  if (end > file->seen.size) disk_resize(file, (off_t)end);
  memcpy(file->seen.at + at, data, size);
  mark(file, (size_t)at, end);
}

void disk_resize(struct node *file, off_t size) {
  size_t before = file->seen.size;
  resize(&file->seen, (size_t)size);
  if ((size_t)size > before) mark(file, before, (size_t)size);
}

static void sync_names(size_t count) {
  for (size_t index = 0; index < count; index++) put(&changes[index].folder->kept, changes[index].name, changes[index].node);
  change_count = 0;
}

static void sync_content(struct node *file) {
  resize(&file->safe, file->seen.size);
  if (file->seen.size > 0) memcpy(file->safe.at, file->seen.at, file->seen.size);
  if (file->unsafe_room > 0) memset(file->unsafe_sectors, 0, file->unsafe_room * sizeof(bool));
}

void disk_sync(struct node *node) {
  if (S_ISDIR(node->mode)) sync_names(change_count);
  else sync_content(node);
}

static void each_file(struct entry *list, bool kept, void (*visit)(struct node *)) {
  for (; list != NULL; list = list->next) {
    if (S_ISDIR(list->node->mode)) each_file(kept ? list->node->kept : list->node->entries, kept, visit);
    else visit(list->node);
  }
}

void disk_sync_all(void) {
  sync_names(change_count);
  each_file(disk_root()->entries, false, sync_content);
}

static struct cut result;
static unsigned keeps_in_16; // 0: nothing un-synced is kept. 15: nearly everything is.

static void cut_content(struct node *file) {
  size_t sectors = (file->seen.size + SECTOR - 1) / SECTOR;
  // The size is a change of its own: a file may be shorter or longer than its content.
  if (file->seen.size < file->safe.size && (unsigned)rand() % 16 < keeps_in_16) resize(&file->safe, file->seen.size);
  for (size_t sector = 0; sector < sectors && sector < file->unsafe_room; sector++) {
    if (!file->unsafe_sectors[sector]) continue;
    result.unsafe_sectors++;
    if ((unsigned)rand() % 16 >= keeps_in_16) continue;
    result.kept_sectors++;
    size_t from = sector * SECTOR, to = from + SECTOR < file->seen.size ? from + SECTOR : file->seen.size;
    if (file->safe.size < to) resize(&file->safe, to);
    memcpy(file->safe.at + from, file->seen.at + from, to - from);
  }
}

struct cut disk_cut(unsigned seed) {
  srand(seed);
  const unsigned moods[] = {0, 4, 8, 15};
  keeps_in_16 = moods[rand() % 4];
  result = (struct cut){.unsafe_names = (unsigned)change_count};
  size_t names = keeps_in_16 == 0 ? 0 : (size_t)rand() % (change_count + 1);
  while (names > 0 && changes[names - 1].with_next) names--;
  result.kept_names = (unsigned)names;
  sync_names(names);
  each_file(disk_root()->kept, true, cut_content);
  return result;
}
