package io.azureccm.route.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.route.estate.MachineAddresses;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.model.TableRoute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Works the wishes of the nodes into the routes of the table: what is ours and not wanted goes, what is wanted is left, put right
 * or added, and what is foreign stays where it is.
 */
final class TablePlanner {
    /**
     * The routes as they should be; by node the pod CIDRs without a route and those whose route is written; the nodes that are too
     * new to have one, and those whose machine was not asked for its addresses; and the names of the routes that serve a wish.
     */
    record Result(TableDraft draft, Map<String, List<Standing.Missing>> missing, Map<String, List<String>> written,
            Set<String> tooNew, Set<String> unasked, Set<String> served) {}

    private final PlannerSettings settings;
    private final WishPlanner.Wishes wishes;
    private final List<TableRoute> observed;
    private final RouteSorter sorter;
    private final Map<String, MachineAddresses> machines;
    private final TableDraft draft;
    private final Map<String, TableRoute> byName = new HashMap<>();
    private final Map<Wish, TableRoute> legacy = new HashMap<>();
    private final Set<String> wantedNames = new HashSet<>();
    private final Result result;

    TablePlanner(PlannerSettings settings, List<TableRoute> observed, Map<String, NodeFacts> nodes,
            WishPlanner.Wishes wishes, Map<String, MachineAddresses> machines) {
        this.settings = settings;
        this.machines = machines;
        this.wishes = wishes;
        this.observed = observed;
        this.draft = new TableDraft(observed);
        wishes.wanted().forEach(wish -> wantedNames.add(wish.name().key()));
        Set<String> names = new HashSet<>(wantedNames);
        wishes.turnedDown().forEach(wish -> names.add(wish.name().key()));
        this.sorter = new RouteSorter(settings, nodes, wishes, names);
        this.result = new Result(draft, new HashMap<>(wishes.missing()), new HashMap<>(), new HashSet<>(),
                new HashSet<>(), new HashSet<>());
    }

    Result plan() {
        observed.forEach(this::sort);
        List<Wish> absent = new ArrayList<>();
        for (Wish wish : wishes.wanted()) {
            TableRoute route = byName.get(wish.name().key());
            if (route == null) {
                absent.add(wish);
            } else {
                keep(wish, route);
            }
        }
        absent.stream().filter(legacy::containsKey).forEach(wish -> rename(wish, legacy.get(wish)));
        absent.stream().filter(wish -> !legacy.containsKey(wish)).forEach(this::add);
        return result;
    }

    private void sort(TableRoute route) {
        switch (sorter.sort(route)) {
            case RouteSorter.Sort.Foreign foreign -> {
                // It stays as it is.
            }
            case RouteSorter.Sort.Named named -> byName.put(route.name().key(), route);
            case RouteSorter.Sort.Legacy(Wish wish) -> {
                if (legacy.putIfAbsent(wish, route) != null)
                    draft.remove(route, new Cause("LegacyName", wish.node().name()));
            }
            case RouteSorter.Sort.Stale(Cause cause) -> draft.remove(route, cause);
        }
    }

    /** The route bears the right name: destination and next hop are put right where that is known. */
    private void keep(Wish wish, TableRoute route) {
        TableRoute old = legacy.get(wish);
        if (old != null)
            draft.remove(old, new Cause("LegacyName", wish.node().name()));
        boolean isThere = route.covers(wish.range());
        if (wish.nextHop().isEmpty()) {
            if (isThere) {
                serve(wish);
            } else {
                lackAddress(wish);
            }
        } else if (isThere && route.leadsTo(wish.nextHop().get())) {
            serve(wish);
        } else if (!isThere && isTaken(wish)) {
            refuseTaken(wish, draft.holderOf(wish).orElseThrow());
        } else {
            draft.replace(route, wish, wish.nextHop().get(), isThere ? "NextHopChanged" : "DestinationChanged");
            write(wish);
        }
    }

    /** The bare name of older releases becomes the name of today; the traffic of the node is not touched by that alone. */
    private void rename(Wish wish, TableRoute old) {
        if (wish.nextHop().isEmpty()) {
            serve(wish);
            return;
        }
        boolean isRight = old.leadsTo(wish.nextHop().get());
        draft.remove(old, new Cause("LegacyName", wish.node().name()));
        draft.add(wish, wish.nextHop().get(), "LegacyName", !isRight);
        if (isRight) {
            serve(wish);
        } else {
            write(wish);
        }
    }

    private void add(Wish wish) {
        TableRoute other = draft.holderOf(wish).orElse(null);
        if (wish.nextHop().isEmpty()) {
            lackAddress(wish);
        } else if (other != null && other.leadsTo(wish.nextHop().get())) {
            // Somebody else's route does the same, and Azure takes no second one.
            return;
        } else if (other != null) {
            refuseTaken(wish, other);
        } else if (draft.size() >= PlannerSettings.MAX_ROUTES) {
            refuse(wish, wish.refused("RouteTableFull", "route table " + settings.tableName() + " holds " + draft.size()
                    + " routes, Azure takes " + PlannerSettings.MAX_ROUTES
                    + " in one table: remove nodes or routes of others"));
        } else {
            draft.add(wish, wish.nextHop().get(), "RouteWanted", true);
            write(wish);
        }
    }

    /** Another route leads to this range and will go on doing so: it is not one that this plan puts right. */
    private boolean isTaken(Wish wish) {
        return draft.holderOf(wish).filter(other -> !wantedNames.contains(other.name().key())).isPresent();
    }

    private void refuseTaken(Wish wish, TableRoute other) {
        refuse(wish, wish.refused("RoutePrefixTaken", "route " + other.name().text() + " of route table "
                + settings.tableName() + " leads there already, to " + (other.nextHop().isEmpty()
                        ? "another place"
                        : other.nextHop())
                + ", and is not ours to change: remove it or give the node another range"));
    }

    private void lackAddress(Wish wish) {
        if (wish.node().addresses().isEmpty() && wish.node().machine().isEmpty()) {
            result.tooNew().add(wish.node().name());
            return;
        }
        MachineAddresses known = machines.get(wish.node().name());
        if (known == null && wish.node().machine().isPresent())
            result.unasked().add(wish.node().name());
        String problem = known == null || known.problem().isEmpty() ? "" : "; its machine: " + known.problem();
        refuse(wish, wish.refused("NoNodeAddress", "node " + wish.node().name() + " has no internal " + wish.family()
                + " address to send its traffic to" + problem));
    }

    private void serve(Wish wish) {
        result.served().add(wish.name().key());
    }

    private void write(Wish wish) {
        serve(wish);
        result.written().computeIfAbsent(wish.node().name(), node -> new ArrayList<>()).add(wish.podCidr());
    }

    private void refuse(Wish wish, Refusal refusal) {
        result.missing()
                .merge(wish.node().name(), List.of(new Standing.Missing(wish.podCidr(), refusal)), (one, two) -> {
                    List<Standing.Missing> both = new ArrayList<>(one);
                    both.addAll(two);
                    return both;
                });
    }
}
