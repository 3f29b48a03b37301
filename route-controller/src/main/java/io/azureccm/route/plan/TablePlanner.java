package io.azureccm.route.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.removal.Removal;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.observed.NetworkRanges;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.RoutePlan.Lookups;
import io.azureccm.route.spec.NodeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges the desired routes into the routes of the table: removes managed routes that are not desired, keeps, corrects
 * or adds desired ones, and keeps foreign ones in place.
 */
final class TablePlanner {
    /**
     * The routes of the table, and those that it should have; by node the pod CIDRs without a route and those whose
     * route is written; the nodes that are not served yet; what is to be looked up; the names of the routes that serve a
     * node; and the removed routes that nothing replaces, or that are not certain to be managed.
     */
    record Result(List<TableRoute> existing, TableDraft draft, Map<String, List<PlannedNode.Missing>> missing,
            Map<String, List<String>> written, Unserved unserved, Lookups lookups, Set<String> served,
            List<Removal> taken) {}

    /** The nodes that are too new to have a route, and those whose routes are written by one of the next plans. */
    record Unserved(Set<String> tooNew, Set<String> postponed) {}

    private final PlannerSettings settings;
    private final DesiredRoutePlanner.DesiredRoutes desiredRoutes;
    private final List<TableRoute> observed;
    private final RouteSorter sorter;
    private final ObservedState state;
    private final TableDraft draft;
    private final Map<String, TableRoute> byName = new HashMap<>();
    private final Map<DesiredRoute, TableRoute> legacy = new HashMap<>();
    private final Map<String, DesiredRoute> wantedByName = new HashMap<>();
    private final Result result;
    private final Set<String> held;
    private final Constraints constraints;

    /** {@code held}: keys of the names of routes that stay although they are not desired. */
    TablePlanner(PlannerSettings settings, List<TableRoute> observed, Map<String, NodeFacts> nodes,
            DesiredRoutePlanner.DesiredRoutes desiredRoutes, ObservedState state, Set<String> held,
            Constraints constraints) {
        this.held = held;
        this.constraints = constraints;
        this.settings = settings;
        this.state = state;
        this.desiredRoutes = desiredRoutes;
        this.observed = observed;
        this.draft = new TableDraft(observed);
        desiredRoutes.wanted().forEach(desired -> wantedByName.put(desired.name().key(), desired));
        Set<String> names = new HashSet<>(wantedByName.keySet());
        desiredRoutes.turnedDown().forEach(desired -> names.add(desired.name().key()));
        this.sorter = new RouteSorter(settings, nodes, desiredRoutes, names);
        this.result = new Result(observed, draft, new HashMap<>(desiredRoutes.missing()), new HashMap<>(),
                new Unserved(new HashSet<>(), new HashSet<>()), new Lookups(new HashSet<>(), new HashSet<>()),
                new HashSet<>(), new ArrayList<>());
    }

    Result plan() {
        observed.forEach(this::sort);
        List<DesiredRoute> absent = new ArrayList<>();
        for (DesiredRoute desired : desiredRoutes.wanted()) {
            TableRoute route = byName.get(desired.name().key());
            if (route == null) {
                absent.add(desired);
            } else {
                keep(desired, route);
            }
        }
        absent.stream().filter(legacy::containsKey).forEach(desired -> rename(desired, legacy.get(desired)));
        absent.stream().filter(desired -> !legacy.containsKey(desired)).forEach(this::add);
        return result;
    }

    private void sort(TableRoute route) {
        switch (sorter.sort(route)) {
            case RouteSorter.Sort.Foreign foreign -> {
                // It stays unchanged.
            }
            case RouteSorter.Sort.Named named -> byName.put(route.name().key(), route);
            case RouteSorter.Sort.Legacy(DesiredRoute desired) -> {
                if (legacy.putIfAbsent(desired, route) != null)
                    draft.remove(route, new Cause(TableRoute.RENAMED, desired.node().name()));
            }
            case RouteSorter.Sort.Stale(Cause cause) -> take(route, cause, Removal.Kind.ROUTE);
            case RouteSorter.Sort.Leftover(Cause cause) -> take(route, cause, Removal.Kind.UNMANAGED_ROUTE);
        }
    }

    /** A managed route that is replaced by a desired one does not count as removed. */
    private void take(TableRoute route, Cause cause, Removal.Kind kind) {
        if (held.contains(route.name().key()))
            return;
        draft.remove(route, cause);
        boolean makesRoom = desiredRoutes.coveredBy(route).filter(desired -> desired.nextHop().isPresent()).isPresent();
        if (!makesRoom || kind == Removal.Kind.UNMANAGED_ROUTE)
            result.taken()
                    .add(new Removal(kind, settings.tableName(), route.name().text(), Set.of(cause.subject())));
    }

    /** The route has the right name; destination and next hop are corrected if they are known. */
    private void keep(DesiredRoute desired, TableRoute route) {
        TableRoute old = legacy.get(desired);
        if (old != null)
            draft.remove(old, new Cause(TableRoute.RENAMED, desired.node().name()));
        boolean isThere = route.covers(desired.range());
        if (desired.nextHop().isEmpty()) {
            if (isThere && desired.outside().map(route::leadsTo).orElse(true)) {
                serve(desired);
            } else {
                lackAddress(desired);
            }
        } else if (isThere && route.leadsTo(desired.nextHop().get())) {
            serve(desired);
        } else if (!isThere && isTaken(desired)) {
            TableRoute other = draft.holderOf(desired).orElseThrow();
            // If neither can be corrected, each is told what it lacks itself.
            if (!wantedByName.containsKey(other.name().key()) || !isWithheld(desired))
                refuseTaken(desired, other);
        } else if (!isWithheld(desired)) {
            draft.replace(route, desired, desired.nextHop().get(), isThere ? "NextHopChanged" : "DestinationChanged");
            write(desired);
        }
    }

    /** Renames a route from its legacy name; the rename alone does not affect the node's traffic. */
    private void rename(DesiredRoute desired, TableRoute old) {
        if (desired.nextHop().isEmpty()) {
            serve(desired);
            return;
        }
        boolean isRight = old.leadsTo(desired.nextHop().get());
        boolean stays = constraints.withheld().containsKey(desired.node().name());
        if (stays && isRight)
            serve(desired);
        if (stays && (isRight || isWithheld(desired)))
            return;
        draft.remove(old, new Cause(TableRoute.RENAMED, desired.node().name()));
        draft.add(desired, desired.nextHop().get(), TableRoute.RENAMED, !isRight);
        if (isRight) {
            serve(desired);
        } else {
            write(desired);
        }
    }

    private void add(DesiredRoute desired) {
        TableRoute other = draft.holderOf(desired).orElse(null);
        if (desired.nextHop().isEmpty()) {
            lackAddress(desired);
        } else if (other != null && other.leadsTo(desired.nextHop().get())) {
            // A foreign route does the same, and Azure does not allow a second one.
            return;
        } else if (other != null) {
            refuseTaken(desired, other);
        } else if (draft.size() >= constraints.limit()) {
            refuse(desired,
                    desired.refused("RouteTableFull", "route table " + settings.tableName() + " has " + draft.size()
                            + " routes, but Azure allows " + constraints.limit()
                            + " in one table: remove nodes or unmanaged routes"));
        } else if (!isWithheld(desired)) {
            draft.add(desired, desired.nextHop().get(), "RouteWanted", true);
            write(desired);
        }
    }

    /** Whether the route is not written, and if so, reports why if that lasts. */
    private boolean isWithheld(DesiredRoute desired) {
        Constraints.Withheld why = constraints.withheld().get(desired.node().name());
        if (why == null)
            return false;
        if (why.brief())
            result.unserved().postponed().add(desired.node().name());
        else
            refuse(desired, desired.refused(why.reason().word(), why.message()));
        return true;
    }

    /** Another route leads to this range and will continue to, because this plan does not correct it. Routes in a circle are all corrected. */
    private boolean isTaken(DesiredRoute desired) {
        Set<DesiredRoute> corrected = new HashSet<>();
        DesiredRoute each = desired;
        while (corrected.add(each)) {
            TableRoute other = draft.holderOf(each).orElse(null);
            if (other == null)
                return false;
            each = wantedByName.get(other.name().key());
            if (each == null || each.nextHop().isEmpty() || constraints.withheld().containsKey(each.node().name()))
                return true;
        }
        return false;
    }

    private void refuseTaken(DesiredRoute desired, TableRoute other) {
        DesiredRoute wanted = wantedByName.get(other.name().key());
        if (wanted != null) {
            refuse(desired, desired.refused("RoutePrefixTaken", "route " + other.name().text() + " of route table "
                    + settings.tableName()
                    + " leads there, which is wrong, but cannot be corrected yet: see the events of"
                    + " its own node " + wanted.node().name()));
            return;
        }
        refuse(desired, desired.refused("RoutePrefixTaken", "route " + other.name().text() + " of route table "
                + settings.tableName() + " already leads there, to " + (other.nextHop().isEmpty()
                        ? "another destination"
                        : other.nextHop())
                + ", and is not managed by this controller: remove it"
                + (held.contains(other.name().key()) ? ", approve its removal (event RemovalsHeld)," : "")
                + " or give the node another range"));
    }

    private void lackAddress(DesiredRoute desired) {
        // Before a node is initialised, its kubelet may have written some of its addresses.
        boolean isJoining = desired.node().provider().id().isEmpty() && desired.outside().isEmpty();
        if (desired.node().machine().isEmpty() && (desired.node().addresses().isEmpty() || isJoining)) {
            result.unserved().tooNew().add(desired.node().name());
            return;
        }
        MachineAddresses known = state.machines().get(desired.node().name());
        if (known == null && desired.node().machine().isPresent())
            result.lookups().machines().add(desired.node().name());
        String problem = known == null || known.problem().isEmpty() ? "" : "; its machine: " + known.problem();
        if (desired.outside().isPresent())
            lackAddressInNetwork(desired, desired.outside().get(), problem);
        else
            refuse(desired, desired.refused("NoNodeAddress", "node " + desired.node().name() + " has no internal "
                    + desired.family() + " address for the next hop" + problem));
    }

    /** The address is reported only if the network was read since it is known, and the machine was asked for another one. */
    private void lackAddressInNetwork(DesiredRoute desired, String address, String problem) {
        result.lookups().outside().add(address);
        NetworkRanges network = state.network().orElseThrow();
        boolean asked = !result.lookups().machines().contains(desired.node().name());
        if (asked && network.isSureOf(Set.of(address)))
            refuse(desired,
                    desired.refused("NextHopOutsideNetwork", "the internal " + desired.family() + " address " + address
                            + " of node " + desired.node().name()
                            + " is not in the virtual network of the route table, "
                            + network.describe() + ", so Azure would drop what is routed to it" + problem));
        else
            result.unserved().tooNew().add(desired.node().name());
    }

    private void serve(DesiredRoute desired) {
        result.served().add(desired.name().key());
    }

    private void write(DesiredRoute desired) {
        serve(desired);
        result.written().computeIfAbsent(desired.node().name(), node -> new ArrayList<>()).add(desired.podCidr());
    }

    private void refuse(DesiredRoute desired, Refusal refusal) {
        result.missing()
                .computeIfAbsent(desired.node().name(), node -> new ArrayList<>())
                .add(new PlannedNode.Missing(desired.podCidr(), refusal));
    }
}
