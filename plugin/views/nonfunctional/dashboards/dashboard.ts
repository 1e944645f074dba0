/** Data of the partial that bears the same name as `kind`. */
export interface Dashboard {
  kind: string
  [figure: string]: unknown
}
