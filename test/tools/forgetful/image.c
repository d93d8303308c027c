// The disk between two mounts: a plain folder, which a test can also look at.
#include "disk.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool load_into(struct node *folder, const char *path) {
  DIR *listing = opendir(path);
  if (listing == NULL) return false;
  for (struct dirent *each; (each = readdir(listing)) != NULL;) {
    if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0) continue;
    char inner[PATH_MAX];
    struct stat facts;
    snprintf(inner, sizeof inner, "%s/%s", path, each->d_name);
    if (stat(inner, &facts) != 0) return false;
    struct node *node = disk_make(folder, each->d_name, facts.st_mode);
    if (S_ISDIR(facts.st_mode)) {
      if (!load_into(node, inner)) return false;
      continue;
    }
    uint8_t *content = malloc((size_t)facts.st_size + 1);
    int file = open(inner, O_RDONLY);
    if (content == NULL || file < 0 || read(file, content, (size_t)facts.st_size) != facts.st_size) return false;
    disk_write(node, content, (size_t)facts.st_size, 0);
    close(file);
    free(content);
  }
  closedir(listing);
  return true;
}

bool disk_load(const char *folder) {
  bool loaded = load_into(disk_root(), folder);
  disk_sync_all();
  return loaded;
}

static bool save_into(struct entry *list, const char *path) {
  for (; list != NULL; list = list->next) {
    char inner[PATH_MAX];
    snprintf(inner, sizeof inner, "%s/%s", path, list->name);
    struct node *node = list->node;
    if (S_ISDIR(node->mode)) {
      if (mkdir(inner, node->mode & 07777) != 0 || !save_into(node->kept, inner)) return false;
      continue;
    }
    int file = open(inner, O_WRONLY | O_CREAT | O_EXCL, node->mode & 07777);
    if (file < 0) return false;
    size_t size = node->safe.size;
    if (size > 0 && write(file, node->safe.at, size) != (ssize_t)size) return false;
    close(file);
  }
  return true;
}

bool disk_save(const char *folder) { return save_into(disk_root()->kept, folder); }
