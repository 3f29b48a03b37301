package io.azureccm.e2e.suite.faults.lasting;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** What Azure may refuse to everybody: whatever is in a scope, or each write of a type. */
enum ScopeRefusal {
    LOCKED("ScopeLocked") {
        @Override
        Fault fault(Simulation simulation, String type, Random random) {
            return Fault.lock(scope(simulation, type, random), false);
        }
    },
    LOCKED_AGAINST_DELETION("ScopeLocked") {
        @Override
        Fault fault(Simulation simulation, String type, Random random) {
            return Fault.lock(scope(simulation, type, random), true);
        }
    },
    RIGHT_MISSING("AuthorizationFailed") {
        @Override
        Fault fault(Simulation simulation, String type, Random random) {
            return Fault.on("WRITE", type, new FaultAction.Refuse(403, code(),
                    "The client does not have authorization to perform action 'Microsoft.Network/" + type
                            + "/write' over scope '" + group(simulation) + "'."));
        }
    },
    PLACE_DENIED_BY_POLICY("RequestDisallowedByPolicy") {
        @Override
        Fault fault(Simulation simulation, String type, Random random) {
            return Fault.policy("no-such-places", type, "/location", ".", random.nextBoolean());
        }
    },
    SUBSCRIPTION_DISABLED("ReadOnlyDisabledSubscription") {
        @Override
        Fault fault(Simulation simulation, String type, Random random) {
            return Fault.on("WRITE", "*", new FaultAction.Refuse(409, code(), "The subscription '"
                    + simulation.infrastructure().subscription() + "' is disabled and therefore marked as read only."));
        }
    };

    private final String code;

    ScopeRefusal(String code) {
        this.code = code;
    }

    String code() {
        return code;
    }

    /** {@code type}: one that the controllers write. */
    abstract Fault fault(Simulation simulation, String type, Random random);

    /** Routes are never deleted as resources, and without Services nothing else is. */
    static List<ScopeRefusal> of(World world) {
        return Stream.of(values()).filter(each -> each != LOCKED_AGAINST_DELETION || world.hasServices()).toList();
    }

    /** Whether the faults of a call, by their names, hold one of these. */
    static boolean isAmong(String faults) {
        return Stream.of(values()).anyMatch(each -> faults.contains(LastingFault.nameOf(each.kind())));
    }

    private String kind() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    LastingFault of(Simulation simulation, World world, Random random) {
        List<String> types = new ArrayList<>();
        if (world.hasServices())
            types.addAll(List.of("loadBalancers", "networkSecurityGroups", "publicIPAddresses"));
        if (world.hasRoutes())
            types.add("routeTables");
        return new LastingFault(kind(), code, Set.of(),
                List.of(fault(simulation, types.get(random.nextInt(types.size())), random)));
    }

    private static String scope(Simulation simulation, String type, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> "/subscriptions/" + simulation.infrastructure().subscription();
            case 1 -> group(simulation);
            default -> switch (type) {
                case "networkSecurityGroups" -> simulation.securityGroupId();
                case "routeTables" -> simulation.routeTableId();
                default -> simulation.networkId("loadBalancers", "kubernetes");
            };
        };
    }

    private static String group(Simulation simulation) {
        return "/subscriptions/" + simulation.infrastructure().subscription() + "/resourceGroups/"
                + simulation.infrastructure().resourceGroup();
    }
}
