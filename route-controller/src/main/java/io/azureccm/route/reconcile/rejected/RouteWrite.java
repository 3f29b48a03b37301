package io.azureccm.route.reconcile.rejected;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.common.core.refusal.Attribution;
import io.azureccm.route.plan.Constraints;
import io.azureccm.route.plan.RouteName;
import io.azureccm.route.plan.TableRoute;
import io.azureccm.route.spec.ClusterState;
import io.azureccm.route.spec.NodeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a write of the route table contains, as far as a refusal may be about it: by key of their names the routes that
 * it adds or changes, with the nodes that they are for; whether it sets tags; and whether it changes anything else,
 * above all whether it removes routes.
 */
record RouteWrite(Operation operation, Map<String, String> nodes, boolean tags, boolean rest) {
    /** Stands for everything that is neither for a node nor a tag. */
    static final String REST = "the rest of the table";
    private static final Set<AzureRefusal> OF_EVERYBODY = Set.of(AzureRefusal.RIGHTS, AzureRefusal.LOCK);
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.:/-])\\d{1,6}(?![\\w.:/-])");

    static RouteWrite of(Operation operation) {
        Map<String, String> nodes = new HashMap<>();
        boolean tags = false;
        boolean rest = false;
        for (Change change : operation.changes()) {
            boolean removes = change.kind() == Change.Kind.REMOVE;
            switch (change.element()) {
                case "tag" -> tags = true;
                case TableRoute.ELEMENT -> {
                    if (!removes)
                        nodes.put(RouteName.key(change.name()), change.cause().subject());
                    else
                        rest |= !change.cause().reason().equals(TableRoute.RENAMED);
                }
                default -> rest |= change.kind() == Change.Kind.UPDATE;
            }
        }
        return new RouteWrite(operation, nodes, tags, rest);
    }

    /** The nodes, older ones first, and the tags. */
    List<String> adds(ClusterState cluster) {
        Set<String> names = new HashSet<>(nodes.values());
        List<String> adds = new ArrayList<>(
                cluster.nodes().stream().map(NodeFacts::name).filter(names::contains).toList());
        if (tags)
            adds.add(Constraints.TAGS);
        return adds;
    }

    /** All that it contains. */
    Set<String> keys() {
        Set<String> keys = new HashSet<>(nodes.values());
        keys.add(REST);
        if (tags)
            keys.add(Constraints.TAGS);
        return keys;
    }

    /** Whether others can be written without what is refused: neither the table nor the identity is the cause. */
    boolean isSearched(Outcome.Rejected reason) {
        return (tags || !nodes.isEmpty()) && !Attribution.of(operation, reason).subject().isWholeResource()
                && !OF_EVERYBODY.contains(AzureRefusal.of(reason.status(), reason.code(), reason.message()));
    }

    /** The nodes whose routes the refusal names, or else those whose ranges or next hops it mentions. */
    Set<String> named(Outcome.Rejected reason) {
        Set<String> named = new HashSet<>();
        for (String element : Attribution.of(operation, reason).elements()) {
            String node = nodes.get(RouteName.key(element));
            if (node != null)
                named.add(node);
        }
        if (!named.isEmpty())
            return named;
        for (JsonNode route : operation.body().path("properties").path("routes")) {
            String node = nodes.get(RouteName.key(route.path("name").asText()));
            JsonNode properties = route.path("properties");
            if (node != null && (mentions(reason.message(), properties.path("addressPrefix").asText())
                    || mentions(reason.message(), properties.path("nextHopIpAddress").asText())))
                named.add(node);
        }
        return named;
    }

    private static boolean mentions(String message, String value) {
        return !value.isEmpty() && Pattern
                .compile("(?<![\\w.:/])" + Pattern.quote(value) + "(?![\\w:/]|\\.\\d)", Pattern.CASE_INSENSITIVE)
                .matcher(message)
                .find();
    }

    /** The number of routes that the table would have. */
    int routes() {
        return operation.body().path("properties").path("routes").size();
    }

    /** Whether there are more new routes than Azure allows. */
    boolean isTooMuch(Outcome.Rejected reason) {
        return !nodes.isEmpty()
                && AzureRefusal.of(reason.status(), reason.code(), reason.message()) == AzureRefusal.QUOTA;
    }

    /** The number of routes that Azure allows according to its message; empty if it has no such number. */
    OptionalInt allowed(Outcome.Rejected reason) {
        int routes = routes();
        int most = -1;
        Matcher number = NUMBER.matcher(reason.message());
        while (number.find()) {
            int value = Integer.parseInt(number.group());
            if (value < routes && value >= routes - nodes.size())
                most = Math.max(most, value);
        }
        return most >= 0 ? OptionalInt.of(most) : OptionalInt.empty();
    }
}
