import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  connectModelServer,
  disconnectModelServer,
  findModelServers,
  listModelServers,
  updateOrganization,
  type ConnectModelServerData,
  type FoundModelServers,
  type ModelServer,
} from 'earshot/client'

export type NewModelServer = ConnectModelServerData['body']
export type FoundServer = FoundModelServers['servers'][number]
export type { ModelServer }

// Below the models, so that a new choice among those reads these again.
const key = ['models', 'servers'] as const

/** Connected programs; the service asks each of them for its models. */
export const useModelServers = () =>
  useQuery({
    queryKey: [...key, 'connected'],
    queryFn: async ({ signal }) => (await listModelServers({ signal })).data,
    retry: false,
  })

/** Programs that run on this machine and are not connected yet. */
export const useFoundServers = () =>
  useQuery({
    queryKey: [...key, 'found'],
    queryFn: async ({ signal }) => (await findModelServers({ signal })).data.servers,
    retry: false,
  })

/** Connects, disconnects and chooses; every list of models is read again. */
export function useServerActs() {
  const queries = useQueryClient()
  const onSettled = async () => {
    await queries.invalidateQueries({ queryKey: ['org'] })
    await queries.invalidateQueries({ queryKey: ['models'] })
  }
  const connect = useMutation({
    mutationFn: async (body: NewModelServer) => (await connectModelServer({ body })).data,
    onSettled,
  })
  const disconnect = useMutation({
    mutationFn: async (serverId: string) => {
      await disconnectModelServer({ path: { serverId } })
    },
    onSettled,
  })
  const choose = useMutation({
    mutationFn: async ({ server, name }: { server: ModelServer | FoundServer; name: string }) => {
      const { id } =
        'id' in server
          ? server
          : (await connectModelServer({ body: { base_url: server.base_url } })).data
      await updateOrganization({ body: { settings: { language_model: `${id}/${name}` } } })
    },
    onSettled,
  })
  return { connect, disconnect, choose }
}
