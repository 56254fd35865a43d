/** Our app in one workspace of a platform where each has a bot of its own. Has secrets, so it is never logged. */
export interface Installation {
  workspace: string
  /** As its admins wrote it. */
  name: string
  /** The user that members mention. */
  userId: string
  botId: string
  /** What its admin granted. */
  scopes: readonly string[]
  token: string
  /** Takes the place of a token that expires; good once. */
  refreshToken?: string
  /** In milliseconds since the epoch. */
  expiresAtMs?: number
  installedAtMs: number
}

/**
 * A stored installation. `version` changes with each change of it. `unopened`: ENCRYPTION_KEY lacks the key that it was
 * encrypted with.
 */
export type StoredInstallation =
  | { status: 'open'; installation: Installation; version: string }
  | { status: 'unopened'; workspace: string; version: string }

/** Where the app is installed. Throws AppError `store_unavailable`. */
export interface Installations {
  find(workspace: string): Promise<StoredInstallation | undefined>
  /** Replaces the workspace's earlier one. */
  keep(installation: Installation): Promise<void>
  /** Replaces an installation, or removes it, unless it was changed since this version. Returns whether it was not. */
  replace(workspace: string, version: string, by: Installation | undefined): Promise<boolean>
  /** Whether this process alone may refresh the workspace's token for `spanMs` from now. */
  takeTurn(workspace: string, spanMs: number): Promise<boolean>
  /** Whether a state that comes back from a browser was not used before; it is from now on, for `spanMs`. */
  useState(state: string, spanMs: number): Promise<boolean>
  all(): Promise<readonly StoredInstallation[]>
}
