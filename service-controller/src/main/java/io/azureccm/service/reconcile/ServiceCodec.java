package io.azureccm.service.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.CallTrace;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.value.JsonValues;
import io.azureccm.common.record.value.TextValues;
import io.azureccm.common.record.ValueCodec;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.service.informer.ClusterParser;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.record.ClusterRecord;
import io.azureccm.service.reconcile.record.PlanRecord;
import io.azureccm.service.reconcile.record.StateRecord;
import io.azureccm.service.reconcile.record.ViewRecord;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceKey;
import io.fabric8.kubernetes.api.model.Condition;

/**
 * Records the turns of the load balancers. Services, nodes and Azure's responses are recorded as they came, each when it changes; a state
 * is written with all of them. One instance writes or reads one segment.
 */
public final class ServiceCodec extends ValueCodec<ServiceEvent, KnownState, TurnPlan> {
    private static final TypedValues VALUES = new TypedValues(ServiceCodec::withTypes);
    private static final String STATE = "state";
    private static final String CLUSTER = "cluster";
    private static final String AZURE = "azure";

    private final StateUpdater updater;
    private final ClusterRecord cluster;
    private final ViewRecord view = new ViewRecord();
    private final PlanRecord plans;

    /** {@code updater} derives what is not recorded; {@code plans} may be that of other segments. */
    public ServiceCodec(StateUpdater updater, ClusterParser parser, PlanRecord plans) {
        super(VALUES, ServiceEvent.class, KnownState.class);
        this.updater = updater;
        this.cluster = new ClusterRecord(parser);
        this.plans = plans;
        observe(ServiceEvent.ClusterSeen.class, seen -> cluster.write(seen.cluster()),
                json -> new ServiceEvent.ClusterSeen(cluster.read(json)));
        observe(ServiceEvent.AzureSeen.class, seen -> view.write(seen.view()),
                json -> new ServiceEvent.AzureSeen(view.read(json)));
    }

    private static SimpleModule withTypes(SimpleModule module) {
        TextValues.add(module, ServiceKey.class, ServiceKey::parse);
        JsonValues.add(module, Condition.class, ApiRequests::toJson,
                json -> ApiRequests.fromJson(json, Condition.class));
        // A span lives in the process that made it.
        return JsonValues.add(module, CallTrace.class, span -> NullNode.instance, none -> CallTrace.NONE);
    }

    @Override
    public JsonNode state(KnownState known) {
        cluster.forget();
        view.forget();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(CLUSTER, cluster.write(known.cluster().watched()));
        json.set(AZURE, view.write(known.azure().responses().view()));
        return json.set(STATE, StateRecord.of(VALUES, known));
    }

    @Override
    public KnownState state(JsonNode json) {
        cluster.forget();
        view.forget();
        WatchedCluster watched = cluster.read(json.path(CLUSTER));
        StateRecord state = VALUES.read(StateRecord.class, json.path(STATE));
        return updater.derived(state.known(view.read(json.path(AZURE))), watched, state.isComplete());
    }

    @Override
    public RecordedPlan plan(TurnPlan plan) {
        return plans.of(plan);
    }
}
