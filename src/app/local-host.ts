/** Whether a host is this machine: plain http is fine where no network is crossed. */
export const isLocal = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
