/** Our app in one workspace, on a platform where each has its own bot. Contains secrets, so it is never logged. */
export interface Installation {
  workspace: string
  /** The workspace's name, as its admins wrote it. */
  name: string
  /** The user that members mention. */
  userId: string
  botId: string
  /** The scopes that an admin granted. */
  scopes: readonly string[]
  token: string
  /** Gets a new token when this one expires; works once. */
  refreshToken?: string
  /** In milliseconds since the epoch. */
  expiresAtMs?: number
  /** The platform's code, if it refused the refresh token for good: only a new installation gets another one. */
  refreshRefusal?: string
  installedAtMs: number
}

/**
 * A stored installation. Each change gives it another `version`. `unopened`: ENCRYPTION_KEY lacks the key that it was
 * encrypted with.
 */
export type StoredInstallation =
  | { status: 'open'; installation: Installation; version: string }
  | { status: 'unopened'; workspace: string; version: string }

/** Where the app is installed. Throws AppError `store_unavailable`. */
export interface Installations {
  find(workspace: string): Promise<StoredInstallation | undefined>
  /** Stores an installation, replacing the workspace's earlier one. */
  keep(installation: Installation): Promise<void>
  /** Replaces or removes an installation that still has this version. Returns whether it did. */
  replace(workspace: string, version: string, by: Installation | undefined): Promise<boolean>
  /** Whether this process alone may refresh the workspace's token for `spanMs` from now. */
  takeTurn(workspace: string, spanMs: number): Promise<boolean>
  /** Marks a state from a browser as used for `spanMs`. Returns false if it was used already. */
  useState(state: string, spanMs: number): Promise<boolean>
  all(): Promise<readonly StoredInstallation[]>
}
