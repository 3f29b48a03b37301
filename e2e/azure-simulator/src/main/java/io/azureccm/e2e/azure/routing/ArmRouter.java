package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.GroupService;
import io.azureccm.e2e.azure.arm.Pages;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.ResourceType.ShowOptions;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Finds the route of a path below {@code /subscriptions}. All segments are compared case-insensitively. */
public final class ArmRouter {
    private static final String FIRST_VERSION = "2015-05-01";
    private static final String LAST_VERSION = "2027-12-31";
    private static final Pattern FILTER = Pattern.compile("\\s*'?([A-Za-z/]+)'?\\s+eq\\s+'([^']*)'\\s*");
    private final ArmService arm;
    private final GroupRoutes groups;
    private final ProviderRoutes providers;
    private final OperationRoutes operations;
    private final ResourceRoutes resources;
    private final NestedRoutes nested;
    private final Permissions permissions;
    private final NetworkUsages usages;

    public ArmRouter(ArmService arm, GroupService groups, Permissions permissions) {
        this.permissions = permissions;
        this.arm = arm;
        this.usages = new NetworkUsages(arm.world());
        this.groups = new GroupRoutes(arm, groups);
        this.providers = new ProviderRoutes(arm);
        this.operations = new OperationRoutes(arm);
        this.resources = new ResourceRoutes(arm);
        this.nested = new NestedRoutes(arm, resources);
    }

    /** The route; 404 for an unknown path and 405 for a verb that is not allowed there. */
    public Route route(ArmRequest request) {
        List<String> path = request.segments();
        checkVersion(request, path);
        return find(request, path).orElseThrow(() -> unknown(request));
    }

    /** Every ARM request needs an api-version; any date in the range is accepted. */
    private static void checkVersion(ArmRequest request, List<String> path) {
        Optional<String> version = request.parameter("api-version").filter(text -> !text.isBlank());
        if (version.isEmpty())
            throw ArmError.of("MissingApiVersionParameter");
        String date = version.get().length() >= 10 ? version.get().substring(0, 10) : version.get();
        if (!version.get().matches("\\d{4}-\\d{2}-\\d{2}(-[a-z]+)?"))
            throw ArmError.of("InvalidApiVersionParameter", version.get(), FIRST_VERSION, LAST_VERSION);
        if (date.compareTo(FIRST_VERSION) < 0 || date.compareTo(LAST_VERSION) > 0) {
            String where = path.size() > 3 ? path.getLast() : "subscriptions";
            throw ArmError.of("NoRegisteredProviderFound", version.get(), where, FIRST_VERSION, LAST_VERSION);
        }
    }

    private static ArmError unknown(ArmRequest request) {
        return ArmError.of("InvalidResourceType", request.method(), request.path());
    }

    private Optional<Route> find(ArmRequest request, List<String> path) {
        if (path.isEmpty() || !path.getFirst().equalsIgnoreCase("subscriptions"))
            return Optional.empty();
        if (path.size() > 3 && is(path.subList(path.size() - 3, path.size()),
                "providers/Microsoft.Authorization/permissions"))
            return read(request, "permissions", r -> Pages.page(r, permissions.list(), 100));
        if (is(path, "subscriptions"))
            return groups.subscriptions(request);
        if (is(path, "subscriptions/*/operationresults/*"))
            return Optional.of(operations.groupResult(path.get(3)));
        if (is(path, "subscriptions/*/providers/*"))
            return providers.provider(request, path.get(1), path.get(3));
        if (is(path, "subscriptions/*/providers/Microsoft.Network/locations/*/usages"))
            return read(request, "locations/usages", r -> Pages.page(r, usages.of(path.get(1), path.get(5)), 100));
        if (is(path, "subscriptions/*/providers/*/locations/*/*/*"))
            return operations.status(request, path.get(6), path.get(7));
        if (is(path, "subscriptions/*/providers/*/*"))
            return all(request, path.get(1), null, path.get(3) + "/" + path.get(4));
        if (is(path, "subscriptions/*/resourceGroups"))
            return groups.group(request, path.get(1), null);
        if (is(path, "subscriptions/*/resourceGroups/*"))
            return groups.group(request, path.get(1), path.get(3));
        if (is(path, "subscriptions/*/resourceGroups/*/providers/*/*"))
            return all(request, path.get(1), path.get(3), path.get(5) + "/" + path.get(6));
        return path.size() > 7 && is(path.subList(0, 5), "subscriptions/*/resourceGroups/*/providers")
                ? resource(request, path.get(1), path.get(3), path.subList(5, path.size()))
                : Optional.empty();
    }

    /** Whether these are the segments of the path; {@code *} stands for any. */
    private static boolean is(List<String> path, String segments) {
        String[] wanted = segments.split("/");
        return path.size() == wanted.length && IntStream.range(0, wanted.length)
                .allMatch(i -> wanted[i].equals("*") || wanted[i].equalsIgnoreCase(path.get(i)));
    }

    private static Optional<Route> read(ArmRequest request, String type, Function<ArmRequest, ObjectNode> page) {
        return request.isRead()
                ? Optional.of(Route.read("LIST", type, request.path(), r -> ArmResponse.json(200, page.apply(r))))
                : Optional.empty();
    }

    private Optional<Route> all(ArmRequest request, String subscription, String group, String type) {
        return arm.world()
                .types()
                .find(type)
                .filter(found -> request.isRead())
                .map(found -> list(found, subscription, group, request.path()));
    }

    private Optional<Route> resource(ArmRequest request, String subscription, String group, List<String> rest) {
        String provider = rest.getFirst();
        List<String> types = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 1; i < rest.size(); i++)
            (i % 2 == 1 ? types : names).add(rest.get(i));
        boolean collection = types.size() > names.size();
        List<String> owners = collection ? types.subList(0, names.size()) : types;
        ResourceId id = new ResourceId(subscription, group, provider, owners, names);
        if (collection)
            return nested.collection(request, id, types.getLast());
        Optional<ResourceType> type = arm.world().types().find(id.type());
        return type.isPresent() ? resources.route(request, type.get(), id) : nested.one(request, id);
    }

    private Route list(ResourceType type, String subscription, String group, String target) {
        return Route.read("LIST", label(type), target, request -> {
            // Only the list of an entire subscription shows runtime states without a filter.
            boolean states = group == null
                    && request.parameter("statusOnly").filter("true"::equalsIgnoreCase).isPresent();
            List<ObjectNode> all = new ArrayList<>(arm.list(subscription, group, type,
                    states ? new ShowOptions(true) : expand(request)));
            request.parameter("$filter").ifPresent(filter -> filter(filter, all));
            return ArmResponse.json(200, Pages.page(request, all, arm.world().settings().pageSize()));
        });
    }

    /** The one supported filter: machines of a flexible scale set. Clients quote the property name. */
    private static void filter(String filter, List<ObjectNode> all) {
        Matcher matcher = FILTER.matcher(filter);
        if (!matcher.matches() || !matcher.group(1).equalsIgnoreCase("virtualMachineScaleSet/id"))
            throw ArmError.of("InvalidFilterInQueryString", filter);
        all.removeIf(machine -> !matcher.group(2)
                .equalsIgnoreCase(Json.textOr(machine, "", "properties", "virtualMachineScaleSet", "id")));
    }

    static ShowOptions expand(ArmRequest request) {
        return new ShowOptions(request.parameter("$expand")
                .filter(value -> value.toLowerCase(java.util.Locale.ROOT)
                        .contains("instanceview"))
                .isPresent());
    }

    /** The type without its provider. */
    static String label(ResourceType type) {
        return type.name().substring(type.name().indexOf('/') + 1);
    }

    static ArmError notAllowed(ArmRequest request) {
        return ArmError.of("MethodNotAllowed", request.method(), request.path());
    }

    static ArmResponse found(ArmRequest request, ObjectNode shown) {
        if (request.method().equals("HEAD"))
            return ArmResponse.empty(204);
        ArmResponse response = ArmResponse.json(200, shown);
        return Json.text(shown, "etag").map(etag -> response.with("ETag", etag)).orElse(response);
    }
}
