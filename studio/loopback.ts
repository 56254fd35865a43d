const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a host name, as a URL has it, can only mean this machine: the studio has no internet. */
export const isThisMachine = (hostname: string): boolean => thisMachine.test(hostname)
