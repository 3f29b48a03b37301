package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.azureccm.e2e.azure.faults.Content;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What Azure may refuse, or not tell, about one node, the culprit: its route, or its machine. */
enum NodeRefusal {
    ROUTE_DENIED_BY_POLICY("RequestDisallowedByPolicy", true) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return List
                    .of(Fault.policy("no-such-routes", "routeTables", "/properties/routes/*/properties/addressPrefix",
                            "^" + range(node), false));
        }
    },
    ROUTE_WITH_UNKNOWN_CODE("SomethingNew", true) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return List.of(Fault.on("PUT", "routeTables",
                    new FaultAction.Refuse(400, "SomethingNew", "The request is not valid."))
                    .content(new Content.Text(Content.pattern("\"" + range(node)))));
        }
    },
    MACHINE_FORBIDDEN("", false) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return reads(simulation, node, new FaultAction.Refuse(403, "AuthorizationFailed",
                    "The client does not have authorization to perform action"
                            + " 'Microsoft.Compute/virtualMachineScaleSets/virtualMachines/read'."));
        }

        @Override
        boolean isPossibleFor(String node) {
            return isAlone(node);
        }
    },
    MACHINE_BEHIND_A_SERVER_ERROR("", false) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return reads(simulation, node, new FaultAction.Refuse(500, "InternalServerError", "An error occurred."));
        }

        @Override
        boolean isPossibleFor(String node) {
            return isAlone(node);
        }
    },
    MACHINE_WITHOUT_ID("", false) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return broken(simulation, node, "/id", IntNode.valueOf(5));
        }

        /** It may be any machine of its scale set. */
        @Override
        boolean isPossibleFor(String node) {
            return isAlone(node);
        }
    },
    MACHINE_WITH_BROKEN_PROPERTIES("", false) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return broken(simulation, node, "/properties", TextNode.valueOf("none"));
        }
    },
    MACHINE_THAT_IS_NO_OBJECT("", false) {
        @Override
        List<Fault> faults(Simulation simulation, String node) {
            return broken(simulation, node, "", TextNode.valueOf("none"));
        }

        /** It may be any machine of its scale set. */
        @Override
        boolean isPossibleFor(String node) {
            return isAlone(node);
        }
    };

    private final String code;
    private final boolean isOfRoute;

    NodeRefusal(String code, boolean isOfRoute) {
        this.code = code;
        this.isOfRoute = isOfRoute;
    }

    /** Whether the route is refused, and not the machine unreadable. */
    boolean isOfRoute() {
        return isOfRoute;
    }

    /** Whether it can be had without any other node as a culprit. */
    boolean isPossibleFor(String node) {
        return true;
    }

    abstract List<Fault> faults(Simulation simulation, String node);

    LastingFault of(Simulation simulation, String node) {
        return new LastingFault(name().toLowerCase(Locale.ROOT).replace('_', ' '), code, Set.of(node),
                faults(simulation, node));
    }

    private static String range(String node) {
        return "10\\.244\\." + (1 + Simulation.NODES.indexOf(node)) + "\\.0/24";
    }

    private static boolean isAlone(String node) {
        return Simulation.NODES.stream().filter(each -> each.startsWith(node.substring(0, 6))).count() == 1;
    }

    /** The reads of the machines of its scale set. */
    private static List<Fault> reads(Simulation simulation, String node, FaultAction action) {
        String set = simulation.infrastructure().scaleSetId(node.substring(0, 6));
        return List.of(Fault.on("GET", "virtualMachineScaleSets/virtualMachines", action).target(set + "(/|$)"));
    }

    private static List<Fault> broken(Simulation simulation, String node, String pointer, JsonNode value) {
        return List.of(Fault.on("GET", "virtualMachineScaleSets/virtualMachines",
                new FaultAction.Replace(simulation.machineId(node), pointer, value)));
    }
}
