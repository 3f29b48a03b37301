package io.azureccm.e2e.suite.admission;

import static io.azureccm.e2e.suite.admission.Cel.flag;
import static io.azureccm.e2e.suite.admission.Cel.has;
import static io.azureccm.e2e.suite.admission.Cel.key;
import static io.azureccm.e2e.suite.admission.Cel.quoted;
import static io.azureccm.e2e.suite.admission.Cel.raw;
import static io.azureccm.e2e.suite.admission.Cel.text;
import static io.azureccm.e2e.suite.admission.Cel.trimmed;

import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation;

/** Writes the admission policies of the service chart from the catalogue of annotations: one for mistakes, one for what is only told. */
final class AdmissionPolicies {
    private static final String SPLIT = ".split(',')";

    private AdmissionPolicies() {}

    /** What the parser refuses. */
    static String errors() {
        PolicyText policy = new PolicyText();
        conditions(policy, "k.startsWith('" + ServiceAnnotation.PREFIX + "')");
        common(policy);
        new ErrorRules(policy).write();
        return policy.write("Problems that the service-controller refuses.");
    }

    /** What the parser tells of and does not refuse. */
    static String warnings() {
        PolicyText policy = new PolicyText();
        conditions(policy,
                "(!k.startsWith('kubectl.kubernetes.io/') && k.matches('(?i)(azure|kubernetes.io|load-?balancer|lb|port)'))");
        common(policy);
        new WarningRules(policy).write();
        return policy.write("Problems that the service-controller reports, but does not refuse.");
    }

    private static void conditions(PolicyText policy, String isOurs) {
        policy.condition("a-load-balancer", "object.spec.?type.orValue('') == 'LoadBalancer'");
        policy.condition("b-class", "!has(object.spec.loadBalancerClass)");
        policy.condition("c-not-deleted", "!has(object.metadata.deletionTimestamp)");
        policy.condition("d-changed", """
                oldObject == null || object.spec != oldObject.spec
                || object.metadata.?annotations.orValue({}).exists(k, %1$s
                && object.metadata.annotations[k] != oldObject.metadata.?annotations[?k].orValue(null))
                || oldObject.metadata.?annotations.orValue({}).exists(k, %1$s
                && !(k in object.metadata.?annotations.orValue({})))""".formatted(isOurs));
    }

    /** What both policies go by. The chart adds {@code standard}, {@code sharedProbe}, {@code additionalIps} and {@code resourceGroups}. */
    private static void common(PolicyText policy) {
        policy.variable("anyGroup", "'*' in variables.resourceGroups");
        policy.variable("ann", "object.metadata.?annotations.orValue({})");
        policy.variable("ports", "object.spec.?ports.orValue([])");
        policy.variable("internal", flag(ServiceAnnotation.INTERNAL));
        policy.variable("v6", "object.spec.?ipFamilies.orValue([]).exists(f, f.lowerAscii() == 'ipv6')");
        policy.variable("v4", "!variables.v6 || object.spec.ipFamilies.exists(f, f.lowerAscii() != 'ipv6')");
        policy.variable("local", "object.spec.?externalTrafficPolicy.orValue('') == 'Local'");
        policy.variable("privateLink", flag(ServiceAnnotation.PLS_CREATE));
        policy.variable("ha", "variables.internal && variables.standard && "
                + flag(ServiceAnnotation.HIGH_AVAILABILITY_PORTS));
        policy.variable("floating", "variables.ha || !" + flag(ServiceAnnotation.DISABLE_FLOATING_IP));
        policy.variable("nodeProbe", "variables.local && !(variables.privateLink && "
                + flag(ServiceAnnotation.PLS_PROXY_PROTOCOL) + ") && object.spec.?healthCheckNodePort.orValue(0) > 0");
        policy.variable("shared", "variables.nodeProbe || !variables.local && variables.sharedProbe");
        policy.variable("noNodePorts", "!object.spec.?allocateLoadBalancerNodePorts.orValue(true)");
        policy.variable("tcp", "variables.ports.filter(p, p.?protocol.orValue('TCP') == 'TCP')");
        policy.variable("probed",
                "variables.ha || variables.shared && !variables.local ? (variables.ha ? [] : variables.tcp.filter(p, "
                        + ownProbe() + " && " + has(port("p", PortAnnotation.PROBE_PORT)) + "))"
                        + " : variables.tcp.filter(p, " + ownProbe() + " && (!variables.shared || "
                        + has(port("p", PortAnnotation.PROBE_PORT)) + "))");
        policy.variable("sourceRanges", "object.spec.?loadBalancerSourceRanges.orValue([])");
    }

    private static String ownProbe() {
        return "(!variables.shared || variables.local) && !" + flag(port("p", PortAnnotation.NO_RULE)) + " && !"
                + flag(port("p", PortAnnotation.NO_PROBE));
    }

    /** The key of a setting for the port {@code p}. */
    static String port(String p, PortAnnotation setting) {
        return ofNumber(p + ".port", setting);
    }

    static String ofNumber(String number, PortAnnotation setting) {
        String[] around = setting.key("#").split("#");
        return "('" + around[0] + "' + string(" + number + ") + '" + around[1] + "')";
    }

    /** True where the probe of a port cannot be sent to where it is to be. */
    static String badProbePort(String p) {
        String own = port(p, PortAnnotation.PROBE_PORT);
        String wanted = trimmed(raw(own));
        String candidates = "variables.ports.filter(c, c.?name.orValue('') == " + wanted
                + ".lowerAscii() || string(c.port) == " + wanted + ")";
        return "(" + has(own) + " ? (" + candidates + ".size() > 0 ? " + nodeless(candidates + "[0]") + " : !" + wanted
                + ".matches(r'^\\+?0*(" + Cel.range(1, 65535) + ")$')) : " + nodeless(p) + ")";
    }

    static String nodeless(String p) {
        return "(variables.noNodePorts && " + p + ".?nodePort.orValue(0) == 0)";
    }

    /** True where the interval or the number of probes of a port is wrong, or both together. */
    static String badTiming(String number) {
        return "(" + badNumber(number, PortAnnotation.PROBE_INTERVAL, ServiceAnnotation.PROBE_INTERVAL) + " || "
                + badNumber(number, PortAnnotation.PROBE_COUNT, ServiceAnnotation.PROBE_COUNT) + " || "
                + takesTooLong(number) + ")";
    }

    static String badNumber(String number, PortAnnotation own, ServiceAnnotation ofService) {
        return "((" + has(ofNumber(number, own)) + " || " + has(key(ofService)) + ") && !"
                + Cel.isNumber(timing(number, own, ofService), ofService.bounds()) + ")";
    }

    /** Of two numbers that are right by themselves; one that is not counts as its default, as for the parser. */
    static String takesTooLong(String number) {
        return "(" + seconds(number, PortAnnotation.PROBE_INTERVAL, ServiceAnnotation.PROBE_INTERVAL) + " * "
                + seconds(number, PortAnnotation.PROBE_COUNT, ServiceAnnotation.PROBE_COUNT) + " >= "
                + ServiceAnnotation.PROBE_SECONDS_LIMIT + ")";
    }

    private static String seconds(String number, PortAnnotation own, ServiceAnnotation ofService) {
        String value = timing(number, own, ofService);
        return "(" + Cel.isNumber(value, ofService.bounds()) + " ? " + Cel.number(value) + " : "
                + ofService.bounds().min()
                + ")";
    }

    /** The value for the port, else that of the Service, else "". */
    private static String timing(String number, PortAnnotation own, ServiceAnnotation ofService) {
        return "variables.ann[?" + ofNumber(number, own) + "].orValue(variables.ann[?" + key(ofService)
                + "].orValue(''))";
    }

    static String split(ServiceAnnotation annotation) {
        return "(" + raw(key(annotation)) + ".size() > " + Cel.MAX_LENGTH + " ? [] : " + raw(key(annotation)) + SPLIT
                + ")";
    }

    static String named(ServiceAnnotation annotation, String end) {
        return "'annotation " + annotation.key() + "=\"' + " + Cel.shown(text(annotation)) + " + '\": " + end + "'";
    }

    static String literal(String text) {
        return quoted(text.replace("'", "\\'"));
    }
}
