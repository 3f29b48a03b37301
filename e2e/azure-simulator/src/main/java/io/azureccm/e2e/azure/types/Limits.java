package io.azureccm.e2e.azure.types;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The limits of the simulated Azure, one per {@link Row}. Profiles use Azure's documented values, very small ones for
 * tests, or none.
 */
public record Limits(Map<Row, Integer> rows) {
    /** What is limited, with Azure's documented default. */
    public enum Row {
        LOAD_BALANCER_RULES(1500, 4),
        LOAD_BALANCER_FRONTENDS(600, 3),
        BACKEND_POOL_SIZE(5000, 4),
        LOAD_BALANCERS(1000, 2),
        BASIC_LOAD_BALANCER_RULES(250, 3),
        BASIC_LOAD_BALANCER_FRONTENDS(200, 2),
        RULES_PER_IP_CONFIGURATION(300, 4),
        PRIVATE_LINK_IP_CONFIGURATIONS(8, 2),
        PRIVATE_LINK_SERVICES_PER_LOAD_BALANCER(8, 1),
        SECURITY_RULES(1000, 5),
        SECURITY_GROUP_PREFIXES(4000, 4),
        NETWORK_SECURITY_GROUPS(5000, 2),
        ROUTE_TABLES(200, 2),
        ROUTES_PER_TABLE(400, 3),
        VIRTUAL_NETWORKS(1000, 2),
        SUBNETS_PER_NETWORK(3000, 3),
        NETWORK_INTERFACES(65_536, 8),
        IP_CONFIGURATIONS_PER_INTERFACE(256, 2),
        PUBLIC_IP_ADDRESSES(1000, 3),
        PUBLIC_IP_PREFIX_LENGTH(28, 30),
        SCALE_SET_INSTANCES(1000, 6),
        SINGLE_PLACEMENT_INSTANCES(100, 4),
        TAGS(50, 3),
        TAG_NAME_LENGTH(512, 20),
        TAG_VALUE_LENGTH(256, 20),
        NAME_LENGTH(80, 80);

        private final int azure;
        private final int tiny;

        Row(int azure, int tiny) {
            this.azure = azure;
            this.tiny = tiny;
        }
    }

    public Limits {
        rows = Map.copyOf(rows);
    }

    /** Profiles: {@code azure-default}, {@code tiny}, {@code none}. */
    public static Limits profile(String name) {
        return switch (name) {
            case "azure-default" -> azureDefault();
            case "tiny" -> tiny();
            case "none" -> new Limits(Map.of());
            default -> throw new IllegalArgumentException(
                    "limits profile " + name + " is not one of azure-default, tiny, none");
        };
    }

    public static Limits azureDefault() {
        return new Limits(Arrays.stream(Row.values()).collect(Collectors.toMap(row -> row, row -> row.azure)));
    }

    public static Limits tiny() {
        return new Limits(Arrays.stream(Row.values()).collect(Collectors.toMap(row -> row, row -> row.tiny)));
    }

    public Limits with(Row row, int value) {
        Map<Row, Integer> changed = new LinkedHashMap<>(rows);
        changed.put(row, value);
        return new Limits(changed);
    }

    public int of(Row row) {
        return rows.getOrDefault(row, Integer.MAX_VALUE);
    }
}
