package io.azureccm.route.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.common.core.drift.DriftCauses;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.drift.PartsReader;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.limit.LeftOutTags;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts.Care;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans the route table as a function of the nodes, the ranges of the cluster and the foreign routes in the table: at
 * most one PUT of the entire table. Pure; the order of the given nodes does not matter. {@code limits}: how much one plan
 * may remove.
 */
public record RoutePlanner(PlannerSettings settings, RemovalLimits limits) {
    private static final DriftCauses DRIFT = new DriftCauses(PartsReader.ELEMENTS,
            DiffRules.NONE.caseless("nextHopType").ignoring("location"));

    public RoutePlanner {
        limits = limits.with(Removal.Kind.UNMANAGED_ROUTE, 0);
    }

    public RoutePlanner(PlannerSettings settings) {
        this(settings, RemovalLimits.NONE);
    }

    /** The table that is planned for. */
    public ArmId table() {
        return settings.table();
    }

    /** What the plans are about, for humans. */
    public String scope() {
        return "rt=" + settings.tableName();
    }

    /** {@code lastKnownGood} distinguishes drift from other changes. */
    public RoutePlan plan(ObservedState observed, ClusterState cluster, LastKnownGood lastKnownGood) {
        return plan(observed, cluster, lastKnownGood, RemovalMemory.NONE, Constraints.NONE);
    }

    /**
     * Like above; removals that exceed a limit and that {@code removals} does not list as approved stay in the table,
     * and what {@code constraints} keeps out is not written.
     */
    public RoutePlan plan(ObservedState observed, ClusterState cluster, LastKnownGood lastKnownGood,
            RemovalMemory removals, Constraints constraints) {
        TablePlanner.Result free = work(observed, cluster, Set.of(), constraints);
        RemovalMemory.Assessment assessment = removals.assess(limits, taken(free, cluster), Map.of());
        TablePlanner.Result done = assessment.held().isEmpty()
                ? free
                : work(observed, cluster,
                        assessment.held()
                                .all()
                                .stream()
                                .map(each -> RouteName.key(each.name()))
                                .collect(Collectors.toSet()),
                        constraints);
        return plan(observed, cluster, lastKnownGood, done, assessment, constraints);
    }

    /**
     * The routes that are removed although their node was not deleted, at least as far as this instance has observed.
     */
    private static List<Removal> taken(TablePlanner.Result result, ClusterState cluster) {
        Set<String> deleted = cluster.deleted().stream().map(RouteName::key).collect(Collectors.toSet());
        return result.taken()
                .stream()
                .filter(removal -> !deleted.contains(new RouteName(removal.name()).nodeKey()))
                .toList();
    }

    private TablePlanner.Result work(ObservedState observed, ClusterState cluster, Set<String> held,
            Constraints constraints) {
        List<TableRoute> existing = observed.table().map(TableRoute::allOf).orElse(List.of());
        Map<String, TableRoute> byName = new HashMap<>();
        existing.forEach(route -> byName.put(route.name().key(), route));
        Map<String, NodeFacts> byKey = new HashMap<>();
        cluster.nodes().forEach(node -> byKey.put(RouteName.key(node.name()), node));
        DesiredRoutePlanner.DesiredRoutes desiredRoutes = new DesiredRoutePlanner(byName, observed)
                .plan(cluster.nodes().stream().filter(node -> node.care() == Care.OURS).toList());
        Set<String> stay = new HashSet<>(held);
        Set<String> unreadable = cluster.unreadable().stream().map(RouteName::key).collect(Collectors.toSet());
        existing.stream()
                .map(TableRoute::name)
                .filter(name -> unreadable.contains("") || unreadable.contains(name.nodeKey()))
                .forEach(name -> stay.add(name.key()));
        return new TablePlanner(settings, existing, byKey, desiredRoutes, observed, stay, constraints).plan();
    }

    private RoutePlan plan(ObservedState observed, ClusterState cluster, LastKnownGood lastKnownGood,
            TablePlanner.Result result, RemovalMemory.Assessment assessment, Constraints constraints) {
        List<PlannedNode> nodes = new NodePlanner(settings, result).plan(cluster.nodes());
        List<Refusal> refusals = new ArrayList<>(
                nodes.stream().flatMap(node -> node.missing().stream()).map(PlannedNode.Missing::refusal).toList());
        Optional<Constraints.Withheld> withheldTags = Optional.ofNullable(constraints.withheld().get(Constraints.TAGS));
        withheldTags.filter(why -> !why.brief())
                .ifPresent(why -> refusals.add(new Refusal(why.reason().word(), table().shortName(),
                        "the tags of the cloud config: " + why.message())));
        boolean repairs = isUnsure(observed.table());
        List<Operation> operations = operation(observed.table(), result.draft(), repairs, withheldTags.isEmpty())
                .stream()
                .toList();
        if (withheldTags.isEmpty())
            leftOutTags(observed.table(), operations).ifPresent(refusals::add);
        Plan plan = new Plan(scope(), operations, refusals,
                new Plan.Basis(cluster.changed(), cluster.nodes().size(), observed.ageMillis()));
        int nodeRoutes = result.served().size();
        int subnets = observed.table().map(json -> json.path("properties").path("subnets").size()).orElse(0);
        return new RoutePlan(DRIFT.in(plan, lastKnownGood).holding(assessment.held()), nodes, result.lookups(), repairs,
                new RoutePlan.Counts(nodeRoutes, result.draft().size() - nodeRoutes, constraints.limit(),
                        refusals.stream().anyMatch(each -> each.code().equals(RouteReason.ROUTE_TABLE_FULL.word())),
                        subnets),
                Reading.of(observed.table().stream().toList()), assessment);
    }

    private Optional<Operation> operation(Optional<ObjectNode> observed, TableDraft draft, boolean repairs,
            boolean withTags) {
        List<Change> changes = new ArrayList<>(draft.changes());
        if (observed.isEmpty() && changes.isEmpty())
            return Optional.empty();
        ObjectNode body = observed.map(ObjectNode::deepCopy).orElseGet(this::newTable);
        if (!draft.changes().isEmpty()) {
            ArrayNode routes = JsonNodeFactory.instance.arrayNode();
            draft.routes().forEach(route -> routes.add(route.json().deepCopy()));
            body.withObjectProperty("properties").set("routes", routes);
        }
        if (withTags)
            changes.addAll(tags(body));
        if (observed.isEmpty()) {
            changes.addFirst(Change.create(settings.table(), Cause.of("NoRouteTable")));
        }
        if (repairs) {
            changes.add(Change.update(Change.RESOURCE, settings.tableName(),
                    List.of(new FieldChange("provisioningState", ProvisioningState.of(observed.orElse(null)),
                            "Succeeded")),
                    Cause.of(observed.filter(ProvisioningState::isBroken).isPresent()
                            ? "LastWriteFailed"
                            : "OperationUnderWay")));
        }
        String etag = observed.map(table -> table.path("etag").asText("")).orElse("");
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(Operation.put(settings.table(), body, etag, changes).forSubjects(draft.subjects()));
    }

    /** Sets the tags in the body and returns the changes. */
    private List<Change> tags(ObjectNode body) {
        var config = settings.cloud().placement().tags();
        if (!settings.tagsAreOurs() || config.tags().isEmpty())
            return List.of();
        Map<String, String> before = ResourceTags.of(body);
        Map<String, String> after = TagLimits.fitting(before, ResourceTags.reconcile(before, config.tags(),
                String.join(",", config.systemTags())), name -> 0);
        List<Change> changes = Differ.tags(before, after, Differ.CauseOf.always(Cause.of("ConfiguredTags")));
        if (!changes.isEmpty())
            ResourceTags.put(body, after);
        return changes;
    }

    private Optional<Refusal> leftOutTags(Optional<ObjectNode> observed, List<Operation> operations) {
        Optional<ObjectNode> after = operations.stream().findFirst().map(Operation::body).or(() -> observed);
        return after.filter(table -> settings.tagsAreOurs())
                .flatMap(table -> LeftOutTags.refusal(settings.table(), settings.cloud().placement().tags().tags(),
                        ResourceTags.of(table)));
    }

    private ObjectNode newTable() {
        ObjectNode table = JsonNodeFactory.instance.objectNode().put("location", settings.cloud().location());
        table.putObject("properties");
        return table;
    }

    /** Azure shows the requested state even if applying it failed or has not finished. */
    private static boolean isUnsure(Optional<ObjectNode> table) {
        return table.filter(json -> ProvisioningState.isBroken(json) || ProvisioningState.isChanging(json)).isPresent();
    }

    /** Determines the state of each node from the results of its pod CIDRs. */
    private record NodePlanner(PlannerSettings settings, TablePlanner.Result result) {
        List<PlannedNode> plan(List<NodeFacts> nodes) {
            Set<String> named = new HashSet<>();
            result.existing().forEach(route -> named.add(route.name().nodeKey()));
            return nodes.stream().map(node -> planned(node, named)).toList();
        }

        private PlannedNode planned(NodeFacts node, Set<String> named) {
            List<PlannedNode.Missing> missing = node.care() == Care.ELSEWHERE
                    ? elsewhere(node)
                    : result.missing().getOrDefault(node.name(), List.of());
            List<String> written = result.written().getOrDefault(node.name(), List.of());
            return new PlannedNode(node, kind(node, missing, named), missing, written, outside(node));
        }

        /** Somebody else may have created a route to its pods. */
        private List<PlannedNode.Missing> elsewhere(NodeFacts node) {
            return node.podCidrs()
                    .stream()
                    .filter(podCidr -> Cidr.parse(podCidr)
                            .filter(range -> result.existing().stream().anyMatch(route -> route.covers(range)))
                            .isEmpty())
                    .map(podCidr -> new PlannedNode.Missing(podCidr, new Refusal("NodeOfAnotherCloud", node.name(),
                            "pod CIDR " + podCidr + ": spec.providerID of node " + node.name() + " is "
                                    + node.provider().id()
                                    + ", which is not a machine in Azure (azure://...), so it gets"
                                    + " no route; label the node " + NodeFactsParser.MANAGED_LABEL
                                    + "=false if its pods are reached in another way")))
                    .toList();
        }

        private List<String> outside(NodeFacts node) {
            if (node.care() != Care.OURS)
                return List.of();
            return node.podCidrs()
                    .stream()
                    .filter(podCidr -> result.served().contains(RouteName.of(node.name(), podCidr).key()))
                    .filter(podCidr -> Cidr.parse(podCidr).filter(range -> !settings.isOfCluster(range)).isPresent())
                    .toList();
        }

        private PlannedNode.Kind kind(NodeFacts node, List<PlannedNode.Missing> missing, Set<String> named) {
            if (node.care() == Care.ELSEWHERE)
                return missing.isEmpty() ? PlannedNode.Kind.SILENT : PlannedNode.Kind.ELSEWHERE;
            if (node.care() == Care.LEFT_OUT)
                return PlannedNode.Kind.SILENT;
            if (node.podCidrs().isEmpty()) {
                boolean hasRoute = node.care() == Care.OURS && named.contains(RouteName.key(node.name()));
                return hasRoute ? PlannedNode.Kind.STRAY : PlannedNode.Kind.SILENT;
            }
            if (!missing.isEmpty())
                return PlannedNode.Kind.LACKING;
            if (result.unserved().tooNew().contains(node.name()))
                return PlannedNode.Kind.TOO_NEW;
            return result.unserved().postponed().contains(node.name())
                    ? PlannedNode.Kind.POSTPONED
                    : PlannedNode.Kind.CONNECTED;

        }
    }
}
