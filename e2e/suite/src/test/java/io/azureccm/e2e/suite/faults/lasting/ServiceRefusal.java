package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.faults.Content;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.scenario.RandomServices;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What Azure may refuse for the content of one Service, the culprit, and how the culprit has to look for that. Services are numbered, and
 * their ports with them. Each culprit has public IPs of its own to name: one in the group of the cluster and one elsewhere.
 */
enum ServiceRefusal {
    PUBLIC_IP_DENIED_BY_POLICY("RequestDisallowedByPolicy", RefusedManifests::naming) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return List.of(Fault.policy("no-such-addresses", "loadBalancers",
                    "/properties/frontendIPConfigurations/*/properties/publicIPAddress/id",
                    "/" + RefusedManifests.ownIp(culprit) + "$", random.nextBoolean()));
        }
    },
    INTERNET_DENIED_BY_POLICY("RequestDisallowedByPolicy", RefusedManifests::open) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return sources("no-internet", "^Internet$", random.nextBoolean());
        }

        @Override
        void other(ObjectNode manifest, int number, int culprit) {
            RefusedManifests.restricted(manifest);
        }
    },
    SOURCE_DENIED_BY_POLICY("RequestDisallowedByPolicy", RefusedManifests::fromDeniedSource) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return sources("no-such-sources", "^10\\.66\\.", random.nextBoolean());
        }
    },
    PUBLIC_IP_NOT_TO_BE_JOINED("LinkedAuthorizationFailed", RefusedManifests::namingElsewhere) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return List
                    .of(Fault.missingLinkedRight("loadBalancers", "/" + RefusedManifests.ipElsewhere(culprit) + "$"));
        }
    },
    DNS_LABEL_TAKEN("DnsRecordInUse", RefusedManifests::namingWithLabel) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            String label = RefusedManifests.label(culprit);
            return List.of(Fault
                    .on("PUT", "publicIPAddresses", new FaultAction.Refuse(400, code(), "DNS record " + label
                            + ".eastus.cloudapp.azure.com is already used by another public IP."))
                    .content(new Content.Text(Content.pattern("\"domainNameLabel\":\"" + label + "\""))));
        }
    },
    PUBLIC_IP_LOCKED("ScopeLocked", RefusedManifests::namingWithLabel) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return List
                    .of(Fault.lock(simulation.networkId("publicIPAddresses", RefusedManifests.ownIp(culprit)), false));
        }
    },
    TAG_TOO_LONG("InvalidTagValueLength", RefusedManifests::withLongTag) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return List.of(Fault.on("PUT", "publicIPAddresses", new FaultAction.Refuse(400, code(),
                    "Tag value too large. Following tag value exceeded the maximum length."))
                    .content(new Content.TagValue(50)));
        }
    },
    QUOTA_OF_PUBLIC_IPS("PublicIPCountLimitReached", RefusedManifests::open) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return List.of(Fault.on("PUT", "publicIPAddresses", new FaultAction.Refuse(400, code(),
                    "Cannot create more than 20 public IP addresses for this subscription in this region."))
                    .content(new Content.Text(Content.pattern(RefusedManifests.subject(culprit)))));
        }
    },
    MORE_RULES_THAN_A_LIMIT("LoadBalancerRuleCountLimitReached", RefusedManifests::withManyPorts) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            int limit = RefusedManifests.MANY_PORTS - 1;
            return List.of(Fault.on("PUT", "loadBalancers", new FaultAction.Refuse(400, code(),
                    "A load balancer cannot have more than " + limit + " rules."))
                    .content(new Content.Elements("/properties/loadBalancingRules", limit)));
        }
    },
    UNKNOWN_CODE_OF_PUBLIC_IP("SomethingNew", RefusedManifests::open) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return unknown("publicIPAddresses", RefusedManifests.subject(culprit));
        }
    },
    UNKNOWN_CODE_OF_LOAD_BALANCER("SomethingNew", RefusedManifests::open) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return unknown("loadBalancers", "\"frontendPort\":(800" + culprit + "|530" + culprit + ")\\b");
        }
    },
    UNKNOWN_CODE_OF_SECURITY_GROUP("SomethingNew", RefusedManifests::open) {
        @Override
        List<Fault> faults(Simulation simulation, int culprit, Random random) {
            return unknown("networkSecurityGroups", "\"(800|530|3010|3020)" + culprit + "\"");
        }
    };

    private final String code;
    private final RefusedManifests.Look look;

    ServiceRefusal(String code, RefusedManifests.Look look) {
        this.code = code;
        this.look = look;
    }

    String code() {
        return code;
    }

    String kind() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Gives the culprit, of this number, what Azure refuses. */
    void culprit(ObjectNode manifest, int number) {
        look.give(manifest, number);
    }

    /** Gives another Service what it needs in order not to be refused as well. */
    void other(ObjectNode manifest, int number, int culprit) {
        // Azure takes whatever it asks for.
    }

    abstract List<Fault> faults(Simulation simulation, int culprit, Random random);

    LastingFault of(Simulation simulation, int culprit, Random random) {
        return new LastingFault(kind(), code, Set.of(RandomServices.name(culprit)),
                faults(simulation, culprit, random));
    }

    private static List<Fault> sources(String policy, String sources, boolean explained) {
        String rules = "/properties/securityRules/*/properties/";
        UnaryOperator<String> path = member -> rules + member;
        return List.of(
                Fault.policy(policy, "networkSecurityGroups", path.apply("sourceAddressPrefix"), sources, explained),
                Fault.policy(policy, "networkSecurityGroups", path.apply("sourceAddressPrefixes/*"), sources,
                        explained));
    }

    private static List<Fault> unknown(String type, String body) {
        return List.of(Fault.on("PUT", type, new FaultAction.Refuse(400, "SomethingNew", "The request is not valid."))
                .content(new Content.Text(Content.pattern(body))));
    }
}
