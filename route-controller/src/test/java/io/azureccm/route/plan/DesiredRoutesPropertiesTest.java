package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.plan.DesiredRoutePlanner.DesiredRoutes;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFacts.Care;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The desired route of a range is the one that a comparison with the desired routes of all nodes finds, and so is the planned table. */
class DesiredRoutesPropertiesTest {
    private static final List<String> NAMES = List.of("n", "n1", "n10", "n1-0", "n2");
    /** Some contain others, some are the same; not all are aligned, or in the cluster. */
    private static final List<String> RANGES = List.of("10.244.0.0/16", "10.244.1.0/24", "10.244.01.0/24",
            "10.244.1.0/25", "10.244.1.128/25", "10.244.1.7/24", "10.250.1.0/24", "2001:db8:1::/64",
            "2001:DB8:1:0::/64", "2001:db8:1::/80", "0.0.0.0/0", "nonsense");
    private static final List<String> HOPS = List.of("10.240.0.4", "10.240.0.5", "2001:db8::4", "10.250.0.9");
    private static final List<Care> CARES = List.of(Care.OURS, Care.OURS, Care.OURS, Care.UNMANAGED, Care.LEFT_OUT);

    @Property
    void routeIsComparedAsWithTheDesiredRoutesOfAllNodes(@ForAll long seed) {
        World world = world(new Random(seed));
        DesiredRoutes indexed = desired(world);
        for (TableRoute route : TableRoute.allOf(world.table().orElseThrow()))
            assertThat(indexed.coveredBy(route)).isEqualTo(
                    indexed.wanted().stream().filter(desired -> route.covers(desired.range())).findFirst());
        assertThat(planned(world, UnaryOperator.identity()))
                .isEqualTo(planned(world, DesiredRoutesPropertiesTest::searching));
    }

    private static DesiredRoutes desired(World world) {
        Map<String, TableRoute> byName = new HashMap<>();
        TableRoute.allOf(world.table().orElseThrow()).forEach(route -> byName.put(route.name().key(), route));
        return new DesiredRoutePlanner(byName, observed(world))
                .plan(world.nodes().stream().filter(node -> node.care() == Care.OURS).toList());
    }

    private static ObservedState observed(World world) {
        return new ObservedState(world.table(), 0, Map.of(), Optional.empty());
    }

    /** The same routes, each of which is searched for among all. */
    private static DesiredRoutes searching(DesiredRoutes indexed) {
        return new DesiredRoutes(indexed.wanted(), indexed.turnedDown(), indexed.missing(), new AbstractMap<>() {
            @Override
            public DesiredRoute get(Object range) {
                return indexed.wanted().stream().filter(each -> each.range().equals(range)).findFirst().orElse(null);
            }

            @Override
            public Set<Entry<Cidr, DesiredRoute>> entrySet() {
                throw new UnsupportedOperationException("only single ranges are searched for");
            }
        });
    }

    /** Everything that is planned for the table. */
    private static List<Object> planned(World world, UnaryOperator<DesiredRoutes> as) {
        List<TableRoute> existing = TableRoute.allOf(world.table().orElseThrow());
        Map<String, NodeFacts> nodes = world.nodes()
                .stream()
                .collect(Collectors.toMap(node -> RouteName.key(node.name()), Function.identity()));
        TablePlanner.Result result = new TablePlanner(world.settings(), existing, nodes, as.apply(desired(world)),
                observed(world), Set.of(), Constraints.NONE).plan();
        List<ObjectNode> routes = result.draft().routes().stream().map(TableRoute::json).toList();
        return List.of(routes, result.draft().changes(), result.missing(), result.written(), result.unserved(),
                result.served(), result.taken());
    }

    private static World world(Random random) {
        World world = new World().range("2001:db8::/32");
        for (String name : NAMES) {
            if (random.nextInt(4) > 0)
                world.node(name, some(random, 2, HOPS), any(random, CARES),
                        some(random, 3, RANGES).toArray(String[]::new));
        }
        for (int i = 0; i < 8; i++) {
            String range = any(random, RANGES);
            String node = any(random, NAMES);
            String name = switch (random.nextInt(5)) {
                case 0 -> "other-" + i;
                case 1 -> "gone" + i + "____" + range.replaceAll("[:./]", "");
                case 2 -> node;
                case 3 -> node.toUpperCase(Locale.ROOT);
                default -> RouteName.of(node, range).text();
            };
            world.route(name + " " + range + " "
                    + (random.nextInt(4) == 0 ? "None" : "VirtualAppliance " + any(random, HOPS)));
        }
        return world;
    }

    private static List<String> some(Random random, int most, List<String> all) {
        return IntStream.range(0, random.nextInt(most + 1)).mapToObj(each -> any(random, all)).toList();
    }

    private static <T> T any(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
