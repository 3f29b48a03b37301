package io.azureccm.service.reconcile;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.CallTrace;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.value.TextValues;
import io.azureccm.common.record.TurnCodec;
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
import java.io.IOException;
import java.util.function.Function;

/**
 * Records the turns of the load balancers. Services, nodes and Azure's responses are recorded as they came, each when it changes; a state
 * is written with all of them. One instance writes or reads one segment.
 */
final class ServiceCodec implements TurnCodec<ServiceEvent, KnownState, TurnPlan> {
    private static final TypedValues VALUES = new TypedValues(ServiceCodec::withTypes);
    private static final String IS = "is";
    private static final String CLUSTER_SEEN = "ClusterSeen";
    private static final String AZURE_SEEN = "AzureSeen";
    private static final String SHOWS = "shows";
    private static final String STATE = "state";
    private static final String CLUSTER = "cluster";
    private static final String AZURE = "azure";

    private final StateUpdater updater;
    private final ClusterRecord cluster;
    private final ViewRecord view = new ViewRecord();
    private final PlanRecord plans;

    /** {@code updater} derives what is not recorded; {@code plans} may be that of other segments. */
    ServiceCodec(StateUpdater updater, ClusterParser parser, PlanRecord plans) {
        this.updater = updater;
        this.cluster = new ClusterRecord(parser);
        this.plans = plans;
    }

    private static SimpleModule withTypes(SimpleModule module) {
        TextValues.add(module, ServiceKey.class, ServiceKey::parse);
        add(module, Condition.class, ApiRequests::toJson, json -> ApiRequests.fromJson(json, Condition.class));
        // A span lives in the process that made it.
        return add(module, CallTrace.class, span -> NullNode.instance, none -> CallTrace.NONE);
    }

    private static <T> SimpleModule add(SimpleModule module, Class<T> type, Function<T, JsonNode> write,
            Function<JsonNode, T> read) {
        return module.addSerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeTree(write.apply(value));
            }
        }).addDeserializer(type, new JsonDeserializer<T>() {
            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                return read.apply(in.readValueAsTree());
            }

            @Override
            public T getNullValue(DeserializationContext context) {
                return read.apply(NullNode.instance);
            }
        });
    }

    @Override
    public JsonNode event(ServiceEvent event) {
        return switch (event) {
            case ServiceEvent.ClusterSeen(var seen) -> seen(CLUSTER_SEEN, cluster.write(seen));
            case ServiceEvent.AzureSeen(var seen) -> seen(AZURE_SEEN, view.write(seen));
            default -> VALUES.write(ServiceEvent.class, event);
        };
    }

    private static JsonNode seen(String is, JsonNode shows) {
        return JsonNodeFactory.instance.objectNode().put(IS, is).set(SHOWS, shows);
    }

    @Override
    public ServiceEvent event(JsonNode json) {
        return switch (json.path(IS).asText()) {
            case CLUSTER_SEEN -> new ServiceEvent.ClusterSeen(cluster.read(json.path(SHOWS)));
            case AZURE_SEEN -> new ServiceEvent.AzureSeen(view.read(json.path(SHOWS)));
            default -> VALUES.read(ServiceEvent.class, json);
        };
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
