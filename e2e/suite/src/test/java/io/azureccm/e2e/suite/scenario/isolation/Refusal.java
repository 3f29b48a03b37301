package io.azureccm.e2e.suite.scenario.isolation;

import com.fasterxml.jackson.databind.node.IntNode;
import io.azureccm.e2e.azure.faults.Content;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import java.util.Map;
import java.util.Set;

/** What Azure refuses for good, or shows wrongly, because of one Service. */
enum Refusal {
    LINKED_RIGHT(
            "`LinkedAuthorizationFailed` on the load balancer: a public IP in another group that the identity may not join",
            "not within 60 s", "LinkedAuthorizationFailed",
            "bad") {
        @Override
        void begin(IsolationScenario scenario) {
            scenario.refuse(Fault.missingLinkedRight("loadBalancers", scenario.usersIp() + "$"));
            scenario.apply("bad", 8100, NAMING);
        }
    },
    POLICY_ON_SOURCES("`RequestDisallowedByPolicy` on the security group: no rules from the Internet",
            "not within 60 s", "RequestDisallowedByPolicy", "bad") {
        @Override
        void begin(IsolationScenario scenario) {
            String rules = "/properties/securityRules/*/properties/";
            scenario.refuse(Fault.policy("no-internet", "networkSecurityGroups", rules + "sourceAddressPrefix",
                    "^Internet$", false));
            scenario.refuse(Fault.policy("no-internet", "networkSecurityGroups", rules + "sourceAddressPrefixes/*",
                    "^Internet$", false));
            scenario.apply("bad", 8100, Map.of(), new String[0]);
        }
    },
    POLICY_ON_PUBLIC_IP("`RequestDisallowedByPolicy` on the load balancer: not with this public IP", "not within 60 s",
            "RequestDisallowedByPolicy", "bad") {
        @Override
        void begin(IsolationScenario scenario) {
            scenario.refuse(Fault.policy("no-such-address", "loadBalancers",
                    "/properties/frontendIPConfigurations/*/properties/publicIPAddress/id",
                    "/" + IsolationScenario.USERS_IP + "$", false));
            scenario.apply("bad", 8100, NAMING);
        }
    },
    SHARER_WITH_ANOTHER_PUBLIC_IP(
            "an unknown code (400) on the load balancer: one of two sharers of an address asks for another public IP",
            "not while it lasted; 112 to 172 refused writes in 33 s", "SomethingNew", "bad") {
        @Override
        void begin(IsolationScenario scenario) {
            scenario.apply("bad", 8100, Map.of("azure-load-balancer-ipv4", scenario.addresses("idle").getFirst()));
            scenario.await("the shared address", () -> scenario.isServed("bad"));
            scenario.refuse(Fault.on("PUT", "loadBalancers", new FaultAction.Refuse(400, code(), "Not possible."))
                    .content(new Content.Text(Content.pattern("/" + IsolationScenario.USERS_IP + "\""))));
            scenario.apply("bad", 8100, NAMING);
        }
    },
    MALFORMED_ELEMENT("a list in which one public IP has `\"id\": 5`", "no Service was processed", "", "idle") {
        @Override
        void begin(IsolationScenario scenario) {
            scenario.refuse(
                    Fault.on("*", "*", new FaultAction.Replace(scenario.publicIpOf("idle"), "/id", new IntNode(5))));
            scenario.apply("idle", 8104, Map.of());
        }
    },
    TAGS_OF_OWNERSHIP("the tag keys of ownership in `azure-pip-tags` of a sharer",
            "the owner of the public IP was never synced again", "") {
        @Override
        void begin(IsolationScenario scenario) {
            scenario.begin();
            scenario.apply("bad", 8100, Map.of("azure-load-balancer-ipv4", scenario.addresses("idle").getFirst(),
                    "azure-pip-tags", "k8s-azure-service=default/bad,k8s-azure-cluster-name=mine"));
        }
    };

    private static final Map<String, String> NAMING = Map.of("azure-pip-name", IsolationScenario.USERS_IP,
            "azure-load-balancer-resource-group", "users");

    private final String title;
    private final String before;
    private final String code;
    private final Set<String> named;

    /** {@code before}: what others waited once; {@code named}: the Services that are told, by the code. */
    Refusal(String title, String before, String code, String... named) {
        this.title = title;
        this.before = before;
        this.code = code;
        this.named = Set.of(named);
    }

    abstract void begin(IsolationScenario scenario);

    String title() {
        return title;
    }

    String before() {
        return before;
    }

    String code() {
        return code;
    }

    Set<String> named() {
        return named;
    }
}
