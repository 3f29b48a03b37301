package io.azureccm.e2e.suite.faults.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Kubelets;
import io.azureccm.e2e.suite.faults.cluster.NodeTruth;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.instance.Instances;
import io.azureccm.e2e.suite.faults.instance.Served;
import io.azureccm.e2e.suite.scenario.route.RouteInvariant;
import io.azureccm.e2e.suite.state.AllocatedAddresses;
import io.azureccm.e2e.suite.state.AzureStateNormaliser;
import io.azureccm.e2e.suite.state.ServiceStateNormaliser;
import io.azureccm.service.status.ServiceConditions;
import io.azureccm.e2e.suite.state.UidNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** StateChecks at Azure and the cluster, and says in lines for people what must not be. */
public final class StateChecks {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> NOT_FENCED = Set.of("leases", "events");

    private static final String FIXED_ADDRESS = "service.beta.kubernetes.io/azure-load-balancer-ipv4";

    private final Simulation simulation;
    private final World world;
    private final Users users;
    private final Kubelets kubelets;
    private final NodeTruth truth;
    private final Map<String, String> foreign;
    private final Set<Long> judged = new HashSet<>();
    /** What arrived earlier belongs to the sequence before: it may be answered, and noted, only now. */
    private final Instant began;

    public StateChecks(Simulation simulation, World world, Users users, Kubelets kubelets) {
        this.simulation = simulation;
        this.world = world;
        this.users = users;
        this.kubelets = kubelets;
        this.truth = new NodeTruth(simulation);
        this.foreign = Foreign.look(simulation);
        this.began = simulation.clock().instant();
    }

    /** What must never be, whatever goes wrong. */
    public List<String> always(boolean meddled) {
        List<String> problems = new ArrayList<>(Foreign.changes(foreign, simulation));
        if (!meddled) {
            problems.addAll(simulation.azure().problems());
            // A Service that moves to another load balancer keeps its address, which is on neither in between.
            if (!world.hasSeveralLoadBalancers())
                problems.addAll(ghosts());
        }
        if (world.hasNodes())
            kubelets.nodes().forEach(node -> problems.addAll(truth.problems(node)));
        return problems;
    }

    /** Addresses that a Service shows, before and after a look at Azure, and that no load balancer has. */
    private List<String> ghosts() {
        List<String> ghosts = new ArrayList<>();
        List<ObjectNode> before = users.services();
        Set<String> served = frontends();
        for (ObjectNode service : before) {
            List<String> shown = Users.addresses(service);
            if (Users.isLeaving(service) || served.containsAll(shown))
                continue;
            String name = service.at("/metadata/name").asText();
            Optional<ObjectNode> now = users.find(name).filter(each -> !Users.isLeaving(each));
            if (now.isPresent() && now.get().at("/metadata/uid").equals(service.at("/metadata/uid"))
                    && Users.addresses(now.get()).equals(shown))
                ghosts.add(name + " shows " + shown + ", and load balancers have " + served);
        }
        return ghosts;
    }

    private Set<String> frontends() {
        Set<String> addresses = new TreeSet<>();
        Map<String, JsonNode> state = simulation.azure().state();
        state.forEach((id, resource) -> resource.at("/properties/frontendIPConfigurations").forEach(frontend -> {
            String reference = frontend.at("/properties/publicIPAddress/id").asText();
            addresses.add(reference.isEmpty()
                    ? frontend.at("/properties/privateIPAddress").asText()
                    : state.entrySet()
                            .stream()
                            .filter(each -> each.getKey().equalsIgnoreCase(reference))
                            .map(each -> each.getValue().at("/properties/ipAddress").asText())
                            .findFirst()
                            .orElse(""));
        }));
        return addresses;
    }

    /** Writes that arrived from an instance while another one held the lease, or nobody did. */
    public List<String> writesWithoutLease(Instances instances) {
        List<String> problems = new ArrayList<>();
        for (CallRecord call : simulation.azure().calls().writes()) {
            if (call.principal().isEmpty() || call.status() == 401 || call.faults().contains("ResetBefore")
                    || call.at().isBefore(began) || !judged.add(call.number()))
                continue;
            String holder = instances.ledger().holder(app(call.principal()), call.at());
            if (!holder.equals(call.principal()))
                problems.add(call.principal() + " wrote to Azure while the lease was " + holder + "'s: " + call.line());
        }
        if (instances.standbys()) {
            for (RequestLog.Entry write : simulation.api().requests().matching(RequestLog.Entry::isWrite)) {
                if (NOT_FENCED.contains(write.resource()) || !instances.names().contains(write.agent()))
                    continue;
                String holder = instances.ledger().holder(app(write.agent()), write.at());
                if (!holder.equals(write.agent()))
                    problems.add(write.agent() + " wrote to Kubernetes while the lease was " + holder + "'s: " + write);
            }
        }
        return problems;
    }

    private static String app(String instance) {
        return instance.substring(0, Math.max(0, instance.indexOf('-')));
    }

    /** Azure, and what Services show of it, in a form that is equal for equal outcomes. */
    public ObjectNode state() {
        UidNames uids = new UidNames(users.uids());
        Collection<JsonNode> resources = simulation.azure().state().values();
        ObjectNode state = new AzureStateNormaliser(uids).normalise(resources.stream().toList());
        ServiceStateNormaliser services = new ServiceStateNormaliser(new AllocatedAddresses(resources, uids));
        ObjectNode shown = JSON.createObjectNode();
        users.services()
                .forEach(service -> shown.set(service.at("/metadata/name").asText(), services.normalise(service)));
        state.set("Services", shown);
        return state;
    }

    /** Of all machines there are. */
    public Set<String> nodeAddresses() {
        return Simulation.NODES.stream()
                .flatMap(node -> truth.addresses(node).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What is not yet as users want, now that nothing is in the way any more. */
    public List<String> unfulfilled(Map<String, ObjectNode> desired, Set<String> machines) {
        return unfulfilled(desired, machines, Set.of());
    }

    /** {@code except}: Services and nodes that need not be served. */
    public List<String> unfulfilled(Map<String, ObjectNode> desired, Set<String> machines, Set<String> except) {
        List<String> problems = new ArrayList<>();
        if (world.hasServices())
            services(desired, except, problems);
        if (world.hasRoutes())
            routes(except, problems);
        if (world.hasNodes())
            nodes(machines, except, problems);
        return problems;
    }

    private void services(Map<String, ObjectNode> desired, Set<String> except, List<String> problems) {
        Set<String> there = new TreeSet<>();
        for (ObjectNode service : users.services()) {
            String name = service.at("/metadata/name").asText();
            there.add(name);
            if (except.contains(name))
                continue;
            if (Users.isLeaving(service))
                problems.add(name + " is still being deleted");
            problems.addAll(Served.problems(simulation, service, Users.addresses(service)));
            if (!programmed(service).equals("True"))
                problems.add(name + " says of " + ServiceConditions.PROGRAMMED + " \"" + programmed(service) + "\"");
        }
        desired.forEach((name, manifest) -> {
            String address = manifest.at("/metadata/annotations/" + FIXED_ADDRESS.replace("/", "~1")).asText();
            if (!address.isEmpty() && !except.contains(name)
                    && users.find(name).filter(each -> Users.addresses(each).contains(address)).isEmpty())
                problems.add(name + " does not have the address " + address);
        });
        if (!there.equals(desired.keySet()))
            problems.add("there are the Services " + there + ", asked for are " + desired.keySet());
    }

    private static String programmed(ObjectNode service) {
        for (JsonNode condition : service.at("/status/conditions")) {
            if (condition.path("type").asText().equals(ServiceConditions.PROGRAMMED))
                return condition.path("status").asText();
        }
        return "";
    }

    private void routes(Set<String> except, List<String> problems) {
        Set<String> wanted = new TreeSet<>();
        RouteInvariant promise = new RouteInvariant(simulation.azure(), simulation.routeTableId());
        for (ObjectNode node : kubelets.nodes()) {
            wanted.addAll(RouteInvariant.wanted(node));
            if (except.contains(node.at("/metadata/name").asText()))
                continue;
            problems.addAll(promise.problems(node));
            if (!RouteInvariant.condition(node).equals("False RouteCreated"))
                problems.add(node.at("/metadata/name") + " says \"" + RouteInvariant.condition(node) + "\"");
        }
        for (JsonNode route : Foreign.copy(simulation, simulation.routeTableId()).at("/properties/routes")) {
            String name = route.path("name").asText();
            if (!name.startsWith("users-") && !name.startsWith("persons-")
                    && !wanted.contains(RouteInvariant.text(route)))
                problems.add("route not wanted: " + RouteInvariant.text(route));
        }
    }

    private void nodes(Set<String> machines, Set<String> except, List<String> problems) {
        Set<String> there = new TreeSet<>();
        for (ObjectNode node : kubelets.nodes()) {
            String name = node.at("/metadata/name").asText();
            there.add(name);
            if (except.contains(name))
                continue;
            if (!NodeTruth.isInitialised(node))
                problems.add(name + " is not initialised");
            if (node.at("/spec/taints").toString().contains("shutdown"))
                problems.add(name + " is tainted although its machine runs: " + node.at("/spec/taints"));
            problems.addAll(truth.problems(node));
        }
        there.removeAll(except);
        Set<String> asked = new TreeSet<>(machines);
        asked.removeAll(except);
        if (!there.equals(asked))
            problems.add("there are the Nodes " + there + ", machines are " + asked);
    }

    /** Writes so far, to Azure and, leases and events aside, by controllers to the cluster. */
    public long writes(Instances instances) {
        List<String> names = instances.names();
        return simulation.azure().calls().counters().writes() + simulation.api()
                .requests()
                .matching(write -> write.isWrite() && !NOT_FENCED.contains(write.resource())
                        && names.contains(write.agent()))
                .size();
    }

}
