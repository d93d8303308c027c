// What the people at a till may do, without the schemas beside it: the window asks it before anything is typed.

/** From the one who may least to the one who may most. */
export const roles = ['cashier', 'supervisor', 'manager'] as const;

export type Role = (typeof roles)[number];

export function mayActAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
