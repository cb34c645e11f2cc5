/** The common columns of all records. */
export interface Entity {
  readonly id: string
  readonly createdAt: string
}
