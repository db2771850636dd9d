import type { Host, Network } from './hosts.ts';

/** The configuration that docs/operating/failover.md shows, with addresses, paths and shorter times of the test. */
export const ports = { postgres: 5432, patroni: 8008, etcd: 2379 };

export function etcdArgs(data: string, address: string): string[] {
  const [client, peer] = [`http://${address}:${ports.etcd}`, `http://${address}:2380`];
  return [
    ...['--name', 'etcd0', '--data-dir', data, '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd0=${peer}`],
    // The test measures the failover of PostgreSQL, not the disk of this machine.
    '--unsafe-no-fsync',
  ];
}

export function patroniConfig(given: {
  name: string;
  address: string;
  data: string;
  network: Network;
  isSynchronous: boolean;
}): string {
  const { name, address, data, network, isSynchronous } = given;
  return `scope: daybook
name: ${name}
restapi:
  listen: ${address}:${ports.patroni}
  connect_address: ${address}:${ports.patroni}
etcd3:
  hosts: ${network.gateway}:${ports.etcd}
bootstrap:
  dcs:
    # ttl >= loop_wait + 2 * retry_timeout
    ttl: 8
    loop_wait: 1
    retry_timeout: 3
    maximum_lag_on_failover: 1048576
    # A primary that crashes and does not start within this time gives up its role.
    primary_start_timeout: 5
    synchronous_mode: ${isSynchronous}
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 200
        wal_log_hints: 'on'
        wal_keep_size: 64MB
        max_wal_size: 128MB
        min_wal_size: 32MB
        max_slot_wal_keep_size: 128MB
        shared_buffers: 128MB
        # Also ends the wait of commits for a standby that vanished: Patroni then goes on without it.
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        # On a full disk, the next segment cannot be created.
        wal_recycle: 'off'
        # These times are short because the test is.
        tcp_keepalives_idle: 3
        tcp_keepalives_interval: 1
        tcp_keepalives_count: 3
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
    - wal-segsize: '1'
postgresql:
  listen: ${address},127.0.0.1:${ports.postgres}
  connect_address: ${address}:${ports.postgres}
  data_dir: ${data}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${data}.pgpass
  authentication:
    superuser:
      username: postgres
    replication:
      username: replicator
  parameters:
    unix_socket_directories: ''
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host all all ${network.range} trust
    - host replication replicator 127.0.0.1/32 trust
    - host replication replicator ${network.range} trust
  create_replica_methods:
    - basebackup
  basebackup:
    checkpoint: fast
tags:
  nofailover: false
`;
}

export function haproxyConfig(port: number, hosts: readonly Host[]): string {
  const servers = hosts.map(
    ({ name, address }) => `    server ${name} ${address}:${ports.postgres} check port ${ports.patroni}`,
  );
  return `global
    maxconn 2000
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout check 1s
    option clitcpka
    option srvtcpka
listen postgres
    bind 127.0.0.1:${port}
    option httpchk
    http-check send meth GET uri /primary
    http-check expect status 200
    default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
