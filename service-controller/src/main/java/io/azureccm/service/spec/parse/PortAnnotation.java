package io.azureccm.service.spec.parse;

import io.azureccm.service.spec.parse.ServiceAnnotation.Type;

/** The annotations for one port of a Service, such as {@code port_443_health-probe_protocol}; they override those of the Service. */
public enum PortAnnotation {
    NO_RULE("no_lb_rule", Type.FLAG, "false",
            "true creates neither a rule nor a probe for the port; security rules are still created"),
    NO_PROBE("no_probe_rule", Type.FLAG, "false", "true creates a rule without a probe"),
    PROBE_PROTOCOL("health-probe_protocol", Type.PROTOCOL, "`appProtocol` of the port",
            "protocol of the probe"),
    PROBE_PORT("health-probe_port", Type.TEXT, "name or number of a port of the Service, or a number from 1 to 65535",
            "the port's node port", "port to probe: the node port of the named Service port, else the number itself"),
    PROBE_PATH("health-probe_request-path", Type.TEXT, "path", "the setting of the Service", "path of an HTTP probe"),
    PROBE_INTERVAL("health-probe_interval", Type.WHOLE_NUMBER, "whole number of seconds, at least 5",
            "the setting of the Service",
            "time between probes"),
    PROBE_COUNT("health-probe_num-of-probe", Type.WHOLE_NUMBER, "whole number, at least 2",
            "the setting of the Service",
            "failed probes before a node stops receiving traffic");

    private final String setting;
    private final Type type;
    private final ServiceAnnotation.Help help;

    PortAnnotation(String setting, Type type, String fallback, String effect) {
        this(setting, type, type.grammar(), fallback, effect);
    }

    PortAnnotation(String setting, Type type, String grammar, String fallback, String effect) {
        this.setting = setting;
        this.type = type;
        this.help = new ServiceAnnotation.Help(grammar, fallback, effect);
    }

    public Type type() {
        return type;
    }

    /** The key for a port number, or for any placeholder. */
    public String key(Object port) {
        return ServiceAnnotation.PREFIX + "port_" + port + "_" + setting;
    }

    public ServiceAnnotation.Help help() {
        return help;
    }
}
