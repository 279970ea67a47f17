import sql from 'sql-template-tag';
import { Db } from '../../src/common/database/db';
import { OwnConnection } from '../../src/common/database/pool/own-connection';
import { Relay } from '../setup/relay';
import { Service, useService } from '../setup/service';

describe('a connection beside the pool', () => {
  const service = useService();

  it('is given up while it is made, when the database does not answer', async () => {
    const relay = await Relay.start((sent) => sent);
    const behind = await Service.on(service.current.database, { LOG_LEVEL: 'silent' }, (name) =>
      relay.address(name),
    );
    try {
      const connection = new OwnConnection(behind.app.get(Db, { strict: false }), 'test');
      relay.hang();
      const requested = connection.query(sql`SELECT 1`).then(
        () => 'answered',
        () => 'given up',
      );
      await connection.cutOffIfAway();
      expect(await requested).toBe('given up');
    } finally {
      await behind.app.close();
      relay.stop();
    }
  });

  it('is made once the database answers again', async () => {
    const db = service.current.app.get(Db, { strict: false });
    const connection = new OwnConnection(db, 'test');
    const away = jest.spyOn(db.pool.probe, 'isAway', 'get').mockReturnValue(true);
    try {
      await expect(connection.query(sql`SELECT 1`)).rejects.toThrow('out of reach');
    } finally {
      away.mockRestore();
    }
    expect(await connection.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await connection.end();
  });
});
