package io.azureccm.e2e.cluster.api;

import io.azureccm.e2e.cluster.admission.Admission;
import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.cluster.api.call.RequestBody;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.cluster.api.object.ObjectReader;
import io.azureccm.e2e.cluster.api.object.ObjectRemover;
import io.azureccm.e2e.cluster.api.object.ObjectWriter;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.cluster.fields.FieldOwnership;
import io.azureccm.e2e.cluster.rules.RulesTable;
import io.azureccm.e2e.cluster.schema.ProtobufReader;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.TypeCatalog;
import io.azureccm.e2e.cluster.store.ObjectStore;

import java.time.Clock;
import java.util.random.RandomGenerator;

/** The parts of an {@link ApiServer}. */
public record ApiParts(ResourceCatalog catalog, ResourceVerbs resources, Watches watches, Access access,
        Reviews reviews, ApiFaults faults, RequestLog log) {

    /** The parts over a store. */
    public static ApiParts assemble(ObjectStore store, RulesTable rules, Clock clock, RandomGenerator random,
            Watches watches, ApiFaults faults) {
        ResourceCatalog catalog = new ResourceCatalog();
        ObjectRemover remover = new ObjectRemover(store, catalog, clock);
        TypeCatalog types = TypeCatalog.load();
        RequestBody bodies = new RequestBody(types, new ProtobufReader(types));
        FieldOwnership ownership = new FieldOwnership(types, clock);
        Access access = new Access(store);
        ObjectWriter writer = new ObjectWriter(store, rules, clock, random, remover, ownership,
                new Admission(store, access::authenticate));
        ResourceVerbs verbs = new ResourceVerbs(store, new ObjectReader(store), writer, remover, bodies, types,
                new ApplyPatch(store, writer, bodies, ownership));
        return new ApiParts(catalog, verbs, watches, access, new Reviews(access, bodies, clock), faults,
                new RequestLog(clock));
    }
}
