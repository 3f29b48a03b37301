package io.azureccm.service.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.EndpointIndex;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Services and nodes in memory, as the watches show them, and what is written to them. */
public abstract class VirtualKubernetes {
    private static final SpecSettings SPECS = new SpecSettings(true, false, 10256, "/healthz",
            TenantPolicy.DEFAULT, LoadBalancerClass.NONE);
    private static final String END = "EndOfEvents";

    public final World world;
    public final LoopDriver<ServiceEvent, KnownState, TurnPlan> loop = new LoopDriver<>();
    /** Writes to Services, such as {@code web [20.0.0.5]}, {@code web finalizer} and {@code web let go}. */
    public final List<String> written = new ArrayList<>();
    /** Patches of conditions alone, such as {@code web Accepted Locked}. */
    public final List<String> conditionsAlone = new ArrayList<>();
    private final Map<String, Service> services = new TreeMap<>();
    private final Map<String, Node> nodes = new TreeMap<>();
    private RuntimeException refusal;
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    /** Its time stands still: how long the test takes repeats nothing. */
    private final EventRecorder recorder = new EventRecorder(new Events(),
            InstantSource.system(), () -> 0, Duration.ofMillis(1));
    final ServiceEvents events = new ServiceEvents(recorder, Redaction.of(List.of()));
    final ServiceWriter api = new Api();
    final ServiceIndex index;

    VirtualKubernetes(World world, DrainPolicy draining) {
        this.world = world;
        CloudConfig cloud = world.cloud();
        this.index = new ServiceIndex(new ServiceSpecParser(SPECS),
                new NodeFactsParser(cloud.resourceGroup(), Set.of(), draining,
                        node -> NodeConditions.of(node, DrainFacts.CONDITION.type())),
                new EndpointIndex(cloud.loadBalancer()),
                this::changed);
    }

    Service service(String name) {
        return services.get(name);
    }

    private final class Events implements EventSink {
        private final Map<String, String> reasons = new HashMap<>();

        @Override
        public void create(Event event) {
            reasons.put(event.getMetadata().getName(), event.getReason());
            heard.add(event.getReason());
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            heard.add(reasons.get(name));
        }
    }

    /** Kubernetes' behaviour for writes to Services; the watch shows them at once. */
    private final class Api implements ServiceWriter {
        @Override
        public boolean addFinalizer(Service service) {
            written.add(name(service) + " finalizer");
            show(name(service), new ServiceBuilder(services.get(name(service))).editMetadata()
                    .addToFinalizers(LoadBalancerClass.SHARED_FINALIZER)
                    .endMetadata()
                    .build());
            return true;
        }

        @Override
        public void removeFinalizer(Service service) {
            written.add(name(service) + " let go");
            index.serviceListener().deleted(services.remove(name(service)), false);
        }

        @Override
        public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
            if (refusal != null)
                throw refusal;
            boolean same = ServiceSpecParser.statusIps(services.get(name(service))).equals(addresses);
            if (same && conditions.isEmpty())
                return "";
            if (!same)
                written.add(name(service) + " " + addresses);
            if (same)
                conditionsAlone.add(name(service) + " "
                        + conditions.set().stream().map(Condition::getReason).collect(Collectors.joining(" ")));
            show(name(service), new ServiceBuilder(services.get(name(service))).editOrNewStatus()
                    .withConditions(conditions.over(ServiceConditions.conditions(service)))
                    .editOrNewLoadBalancer()
                    .withIngress(addresses.stream()
                            .map(address -> new LoadBalancerIngressBuilder().withIp(address).build())
                            .toList())
                    .endLoadBalancer()
                    .endStatus()
                    .build());
            return "";
        }
    }

    /** Creates a Service in the namespace {@code shop}. */
    public void make(String name, int port) {
        make(Services.named(name).port("TCP", port));
    }

    public void make(Services asked) {
        Service service = Serialization.unmarshal(asked.yaml(), Service.class);
        services.put(name(service), service);
        index.serviceListener().added(service);
    }

    /** A user changes a Service. */
    public void replace(Services asked) {
        Service next = Serialization.unmarshal(asked.yaml(), Service.class);
        Service before = services.get(name(next));
        show(name(next), new ServiceBuilder(before).withSpec(next.getSpec())
                .editMetadata()
                .withAnnotations(next.getMetadata().getAnnotations())
                .endMetadata()
                .build());
    }

    /** Removes the node of a machine; {@code unseen}: it is missing from a list without an observed deletion. */
    public void leave(int machine, boolean unseen) {
        index.nodeListener().deleted(node(machine), unseen);
    }

    /** Deletes a Service; it stays as long as it has its finalizer. */
    public void delete(String name) {
        show(name, new ServiceBuilder(services.get(name)).editMetadata()
                .withDeletionTimestamp("2026-01-02T00:00:00Z")
                .endMetadata()
                .build());
    }

    /** Deletes a Service that an earlier leader has served. */
    public void leavesWithFinalizer(String name) {
        show(name, new ServiceBuilder(services.get(name)).editMetadata()
                .addToFinalizers(LoadBalancerClass.SHARED_FINALIZER)
                .endMetadata()
                .build());
        delete(name);
    }

    /** Somebody takes the finalizer of a Service away. */
    void withoutFinalizer(String name) {
        show(name, new ServiceBuilder(services.get(name)).editMetadata().withFinalizers().endMetadata().build());
    }

    /** The current conditions of a Service, such as {@code Programmed True}. */
    public List<String> conditions(String name) {
        return ServiceConditions.conditions(services.get(name))
                .stream()
                .map(each -> each.getType().substring(each.getType().indexOf('/') + 1) + " " + each.getStatus())
                .toList();
    }

    /** The message of the condition that says whether the Service is programmed, "" without one. */
    public String message(String name) {
        return ServiceConditions.conditions(services.get(name))
                .stream()
                .filter(each -> each.getType().endsWith("Programmed"))
                .map(Condition::getMessage)
                .findFirst()
                .orElse("");
    }

    /** A Service as left by the reference, which writes no conditions. */
    public void withoutConditions(String name) {
        show(name, new ServiceBuilder(services.get(name)).editStatus().withConditions(List.of()).endStatus().build());
    }

    /** Writes of addresses to Services fail, or succeed again with null. */
    public void refuseStatus(RuntimeException problem) {
        refusal = problem;
    }

    /** Adds a machine of the scale set and its node. */
    public void join(int machine) {
        world.machine(machine);
        nodes.put(world.node(machine).name(), node(machine));
        index.nodeListener().added(node(machine));
    }

    /** Changes a node. */
    public void change(int machine, UnaryOperator<NodeBuilder> change) {
        String name = world.node(machine).name();
        Node before = nodes.get(name);
        Node after = change.apply(new NodeBuilder(before)).build();
        nodes.put(name, after);
        index.nodeListener().updated(before, after);
    }

    void condition(String name, Optional<ShownCondition> shown, ShownCondition wanted, Instant now) {
        if (refusal != null)
            throw refusal;
        written.add(name + " " + wanted.type() + " " + wanted.text());
        Node before = nodes.get(name);
        Node after = new NodeBuilder(before).editStatus()
                .removeMatchingFromConditions(each -> wanted.type().equals(each.getType()))
                .addToConditions(NodeConditions.toWrite(wanted, now))
                .endStatus()
                .build();
        nodes.put(name, after);
        index.nodeListener().updated(before, after);
    }

    private Node node(int machine) {
        return new NodeBuilder().withNewMetadata()
                .withName(world.node(machine).name())
                .endMetadata()
                .withNewSpec()
                .withProviderID("azure://" + world.node(machine).machine().orElseThrow())
                .endSpec()
                .withNewStatus()
                .addNewAddress(world.node(machine).internalIps().getFirst(), "InternalIP")
                .endStatus()
                .build();
    }

    public Set<String> services() {
        return services.keySet();
    }

    /** The reasons of all events so far; no more are recorded. */
    public List<String> endOfEvents() {
        recorder.record(EventNote.normal("test", new ObjectRef("v1", "Service", "shop", "end", "end", ""), END, ""));
        Await.until("the last event", () -> heard.contains(END));
        recorder.close();
        return heard.stream().filter(reason -> !reason.equals(END)).toList();
    }

    private void show(String name, Service after) {
        index.serviceListener().updated(services.put(name, after), after);
    }

    private void changed(ChangedObjects what) {
        events.changed(what.services());
        loop.inbox().post(new ServiceEvent.ClusterChanged(what));
    }

    private static String name(Service service) {
        return service.getMetadata().getName();
    }
}
