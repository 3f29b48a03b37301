package io.azureccm.e2e.suite.admission;

import static io.azureccm.e2e.suite.admission.AdmissionPolicies.badNumber;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.badProbePort;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.badTiming;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.literal;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.named;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.nodeless;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.ofNumber;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.port;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.split;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.takesTooLong;
import static io.azureccm.e2e.suite.admission.Cel.flag;
import static io.azureccm.e2e.suite.admission.Cel.has;
import static io.azureccm.e2e.suite.admission.Cel.key;
import static io.azureccm.e2e.suite.admission.Cel.raw;
import static io.azureccm.e2e.suite.admission.Cel.text;
import static io.azureccm.e2e.suite.admission.Cel.trimmed;
import static io.azureccm.service.spec.parse.ServiceAnnotation.*;

import io.azureccm.service.spec.parse.Bounds;
import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ReservedAddresses;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.List;

/** The validations for what the parser refuses. */
record ErrorRules(PolicyText policy) {
    private static final String OTHER_GROUP = "annotations may not name this resource group in this cluster"
            + " (azureccm.tenants.resource-groups): use a group that they may name, or none";
    private static final String WRONG = "an annotation of the Service has a value that cannot be read";

    void write() {
        names();
        addresses();
        traffic();
        probes();
        access();
        privateLink();
    }

    private void names() {
        policy.variable("nameV4", "!variables.internal && variables.v4 ? " + text(PIP_NAME) + " : ''");
        policy.variable("nameV6", "!variables.internal && variables.v6 ? (" + text(PIP_NAME_IPV6)
                + " != '' || variables.v4 ? " + text(PIP_NAME_IPV6) + " : " + text(PIP_NAME) + ") : ''");
        policy.variable("prefixV4",
                "!variables.internal && variables.v4 && variables.nameV4 == '' ? " + text(PIP_PREFIX)
                        + " : ''");
        policy.variable("prefixV6", "!variables.internal && variables.v6 && variables.nameV6 == '' ? ("
                + text(PIP_PREFIX_IPV6) + " != '' || variables.v4 ? " + text(PIP_PREFIX_IPV6) + " : " + text(PIP_PREFIX)
                + ") : ''");
        for (String family : List.of("V4", "V6")) {
            name("variables.name" + family, PIP_NAME, "a name of up to 80 letters, digits and . _ -",
                    family.equals("V6") ? " or " + PIP_NAME_IPV6.key() : "");
            String prefix = "variables.prefix" + family;
            policy.validation(prefix + " == '' || " + isPrefixId(prefix), "'annotation " + PIP_PREFIX.key()
                    + (family.equals("V6") ? "(-ipv6)" : "") + "=\"' + " + Cel.shown(prefix)
                    + " + '\": must be the id of a public IP prefix: /subscriptions/.../providers/Microsoft.Network/publicIPPrefixes/NAME'",
                    WRONG);
            policy.validation(prefix + " == '' || variables.anyGroup || " + prefix + ".size() > " + Cel.MAX_LENGTH
                    + " || variables.resourceGroups.exists(g, " + prefix
                    + ".lowerAscii().contains('/resourcegroups/' + g + '/'))",
                    "'annotation " + PIP_PREFIX.key() + (family.equals("V6") ? "(-ipv6)" : "") + "=\"' + "
                            + Cel.shown(prefix) + " + '\": " + OTHER_GROUP + "'",
                    WRONG);
        }
        ifName("variables.internal", INTERNAL_SUBNET, "the name of a subnet");
        ifName("true", PIP_RESOURCE_GROUP, "the name of a resource group");
        ifGroup("true", PIP_RESOURCE_GROUP);
    }

    private void ifGroup(String condition, ServiceAnnotation annotation) {
        policy.validation(
                "!(" + condition + ") || variables.anyGroup || " + text(annotation) + " == '' || "
                        + text(annotation) + ".lowerAscii() in variables.resourceGroups",
                named(annotation, OTHER_GROUP), WRONG);
    }

    private void name(String value, ServiceAnnotation annotation, String right, String orKey) {
        policy.validation(value + " == '' || " + isName(value, annotation), "'annotation " + annotation.key() + orKey
                + "=\"' + " + Cel.shown(value) + " + '\": must be " + right + "'", WRONG);
    }

    private void ifName(String condition, ServiceAnnotation annotation, String right) {
        policy.validation(
                "!(" + condition + ") || " + text(annotation) + " == '' || " + isName(text(annotation), annotation),
                named(annotation, "must be " + right), WRONG);
    }

    private static String isName(String value, ServiceAnnotation annotation) {
        return "(" + value + ".size() <= 100 && " + value + ".matches(r'^(" + annotation.namePattern() + ")$'))";
    }

    private static String isPrefixId(String id) {
        return "(" + id + ".size() <= 4096 && !" + id
                + ".matches(r'[\\x00-\\x20\\x7f?#%\\\\]|//|/\\.{1,2}(/|$)|(?i:/providers/.*/providers/)') && "
                + id
                + ".matches(r'^(?i:/subscriptions/(.*/)?providers/Microsoft\\.Network/publicIPPrefixes(/[^/]+)?)/?$'))";
    }

    private void addresses() {
        policy.variable("ip", trimmed("object.spec.?loadBalancerIP.orValue('')"));
        policy.variable("ipOfV6", "variables.ip.contains(':') || !isIP(variables.ip)");
        policy.variable("fixedV4", "!variables.v4 || variables.nameV4 != '' || variables.prefixV4 != '' ? '' : "
                + text(IPV4) + " != '' ? " + text(IPV4) + " : variables.ipOfV6 ? '' : variables.ip");
        policy.variable("fixedV6", "!variables.v6 || variables.nameV6 != '' || variables.prefixV6 != '' ? '' : "
                + text(IPV6) + " != '' ? " + text(IPV6) + " : variables.ipOfV6 ? variables.ip : ''");
        List<String> ranges = ReservedAddresses.RANGES.stream().map(Object::toString).toList();
        for (String family : List.of("4", "6")) {
            String ip = "variables.fixedV" + family;
            String written = family.equals("4") ? IPV4.key() : IPV6.key();
            policy.validation(ip + " == '' || (isIP(" + ip + ") && ip(" + ip + ").family() == " + family + ")",
                    "'invalid LoadBalancer IP \"' + " + Cel.shown(ip) + " + '\": annotation " + written
                            + " or spec.loadBalancerIP must be an IPv" + family + " address'",
                    WRONG);
            policy.validation(
                    ip + " == '' || variables.internal || !isIP(" + ip + ") || !" + Cel.isReserved(ip, ranges),
                    "'non-public LoadBalancer IP \"' + " + ip + " + '\" (annotation " + written
                            + " or spec.loadBalancerIP): specify the address of a public IP resource, or make the Service internal'",
                    WRONG);
        }
        additionalAddresses(ranges);
    }

    private void additionalAddresses(List<String> reserved) {
        String none = text(ADDITIONAL_PUBLIC_IPS) + " == '' || ";
        policy.validation(none + "variables.additionalIps != 'none'", named(ADDITIONAL_PUBLIC_IPS,
                "additional addresses are switched off in this cluster: remove the annotation"), WRONG);
        policy.validation(none + "variables.additionalIps == 'none' || " + split(ADDITIONAL_PUBLIC_IPS)
                + ".all(p, isIP(" + trimmed("p") + "))",
                named(ADDITIONAL_PUBLIC_IPS, "must be IP addresses, separated by commas"), WRONG);
        policy.validation(none + "variables.additionalIps != 'checked' || " + split(ADDITIONAL_PUBLIC_IPS)
                + ".all(p, !isIP(" + trimmed("p") + ") || !" + Cel.isReserved(trimmed("p"), reserved) + ")",
                named(ADDITIONAL_PUBLIC_IPS, "must be public addresses"), WRONG);
    }

    private void traffic() {
        policy.validation(
                "!(" + has(key(IDLE_TIMEOUT)) + ") || " + Cel.isNumber(raw(key(IDLE_TIMEOUT)), IDLE_TIMEOUT.bounds()),
                named(IDLE_TIMEOUT, "must be a whole number of minutes from " + IDLE_TIMEOUT.bounds().min() + " to "
                        + IDLE_TIMEOUT.bounds().max()),
                WRONG);
        policy.validation("variables.ha || variables.standard && variables.internal || !variables.ports.exists(p, "
                + "p.?protocol.orValue('') == 'SCTP' && !" + flag(port("p", PortAnnotation.NO_RULE)) + ")",
                literal("SCTP is only supported on standard loadbalancer in internal mode: set annotation "
                        + INTERNAL.key()
                        + " to \"true\""),
                WRONG);
        policy.validation(
                "variables.ha || variables.floating && !(variables.internal && variables.v6) || !variables.ports.exists(p, "
                        + nodeless("p") + " && !" + flag(port("p", PortAnnotation.NO_RULE)) + ")",
                literal("a port has no node port (spec.allocateLoadBalancerNodePorts is false), and without floating IP the load"
                        + " balancer sends to node ports: let node ports be allocated, or use floating IP"),
                WRONG);
        policy.validation("!variables.ha || variables.shared || !variables.tcp.exists(p, " + nodeless("p")
                + ") || variables.tcp.exists(p, !" + badProbePort("p") + " && !" + badTiming("p.port") + ")",
                "'port ' + string(variables.tcp[0].port) + ' has no node port, so there is nothing to probe: set annotation ' + "
                        + port("variables.tcp[0]", PortAnnotation.PROBE_PORT)
                        + " + ' to a port on which the nodes answer'",
                WRONG);
    }

    private void probes() {
        policy.problems("probePorts", "variables.probed.filter(p, " + badProbePort("p") + ").map(p, 'annotation ' + "
                + port("p", PortAnnotation.PROBE_PORT) + " + '=\"' + "
                + Cel.shown(raw(port("p", PortAnnotation.PROBE_PORT)))
                + " + '\": must be the name or number of a port of the Service that has a node port, or a number from 1 to 65535')",
                WRONG);
        policy.variable("timed",
                "variables.probed.map(p, p.port) + (variables.nodeProbe ? [object.spec.healthCheckNodePort] : [])");
        timing("intervals", PortAnnotation.PROBE_INTERVAL, PROBE_INTERVAL);
        timing("counts", PortAnnotation.PROBE_COUNT, PROBE_COUNT);
        policy.problems("slow", "variables.timed.filter(n, " + takesTooLong("n") + ").map(n, 'port ' + string(n) + ': "
                + PROBE_INTERVAL.key() + " times " + PROBE_COUNT.key()
                + ", or the settings of the port, must be less than "
                + PROBE_SECONDS_LIMIT + " seconds')", WRONG);
    }

    private void timing(String name, PortAnnotation own, ServiceAnnotation ofService) {
        String ownKey = ofNumber("n", own);
        String used = "(" + has(ownKey) + " ? " + ownKey + " : " + key(ofService) + ")";
        policy.problems(name,
                "variables.timed.filter(n, " + badNumber("n", own, ofService) + ").map(n, 'annotation ' + " + used
                        + " + '=\"' + " + Cel.shown("variables.ann[" + used + "]")
                        + " + '\": must be a whole number, at least "
                        + ofService.bounds().min() + "')",
                WRONG);
    }

    private void destinations() {
        String none = text(DESTINATION_RANGES) + " == '' || ";
        policy.validation(none + "variables.additionalIps != 'none'", named(DESTINATION_RANGES,
                "destinations are switched off in this cluster: remove the annotation"), WRONG);
        policy.validation(none + "variables.additionalIps == 'none' || " + split(DESTINATION_RANGES) + ".all(r, "
                + WarningRules.isRange("r") + " && !" + trimmed("r") + ".endsWith('/0'))",
                named(DESTINATION_RANGES, "must be ranges of node addresses, separated by commas, such as"
                        + " 10.1.0.0/16"),
                WRONG);
    }

    private void access() {
        destinations();
        policy.validation("!(" + has(key(ALLOWED_SERVICE_TAGS)) + ") || " + split(ALLOWED_SERVICE_TAGS) + ".all(t, "
                + trimmed("t") + " != '')",
                named(ALLOWED_SERVICE_TAGS,
                        "must be a comma-separated list of non-empty service tags"),
                WRONG);
        policy.validation("variables.sourceRanges.size() > 500 || !variables.sourceRanges.exists(r, "
                + WarningRules.isRange("r") + ") || !(" + hasRange(ALLOWED_IP_RANGES) + " || "
                + hasRange(SOURCE_RANGES) + ")",
                literal("cannot set both spec.loadBalancerSourceRanges and service annotation "
                        + ALLOWED_IP_RANGES.key() + " or " + SOURCE_RANGES.key() + ": keep one of them"),
                WRONG);
    }

    private static String hasRange(ServiceAnnotation annotation) {
        return split(annotation) + ".exists(r, " + WarningRules.isRange("r") + ")";
    }

    private void privateLink() {
        String asked = "!variables.privateLink || ";
        String what = "annotation " + PLS_CREATE.key() + "=\"true\": ";
        policy.validation(asked + "variables.v4", literal(what
                + "IPv6 is not supported for private link service: the Service needs an IPv4 frontend"), WRONG);
        policy.validation(asked + "variables.internal || !variables.floating", literal(what
                + "service requiring private link service must be internal or disable floating ip: set "
                + INTERNAL.key() + " or "
                + DISABLE_FLOATING_IP.key() + " to \"true\""), WRONG);
        policy.validation(asked + "variables.standard", literal(what
                + "a private link service needs a load balancer of the Standard SKU"), WRONG);
        ifName("variables.privateLink", PLS_RESOURCE_GROUP, "the name of a resource group");
        ifGroup("variables.privateLink", PLS_RESOURCE_GROUP);
        ifName("variables.privateLink", PLS_NAME, "a name of up to 80 letters, digits and . _ -");
        ifName("variables.privateLink", PLS_SUBNET, "the name of a subnet");
        policy.variable("linkIps",
                "variables.privateLink && " + raw(key(PLS_IPS)) + ".size() <= " + Cel.MAX_LENGTH + " ? "
                        + text(PLS_IPS) + ".findAll(r'[^ \\t\\n\\x0b\\f\\r]+') : []");
        policy.validation("variables.linkIps.all(i, isIP(i) && ip(i).family() == 4)",
                named(PLS_IPS, "must be IPv4 addresses, separated by spaces"), WRONG);
        Bounds bounds = PLS_IP_COUNT.bounds();
        policy.validation(
                asked + "!(" + has(key(PLS_IP_COUNT)) + ") || " + Cel.isNumber(raw(key(PLS_IP_COUNT)), bounds),
                named(PLS_IP_COUNT, "must be a whole number from " + bounds.min() + " to " + bounds.max()), WRONG);
        policy.variable("linkIpCount",
                "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].filter(i, i < variables.linkIps.size() "
                        + "&& ![0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].exists(j, j < i && variables.linkIps[j] == variables.linkIps[i])).size()");
        policy.validation(asked + "variables.linkIpCount <= (" + Cel.isNumber(raw(key(PLS_IP_COUNT)), bounds) + " ? "
                + Cel.number(raw(key(PLS_IP_COUNT))) + " : 1)",
                named(PLS_IP_COUNT,
                        "must be no smaller than the number of addresses in " + PLS_IPS.key()),
                WRONG);
    }
}
