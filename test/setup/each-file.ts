import { takeComplaints } from '../wall/guard';

afterAll(() => expect(takeComplaints()).toEqual([]));
