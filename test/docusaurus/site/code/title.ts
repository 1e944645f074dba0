export const title = 'plumb'
