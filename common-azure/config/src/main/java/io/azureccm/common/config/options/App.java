package io.azureccm.common.config.options;

/** The three programs of the suite; each has its own lease and port so that they can share a machine. */
public enum App {

    NODE("node-controller", "azure-node-controller", 10258),

    SERVICE("service-controller", "azure-service-controller", 10268),

    ROUTE("route-controller", "azure-route-controller", 10278);

    private final String title;

    private final String leaseName;

    private final int port;

    App(String title, String leaseName, int port) {
        this.title = title;
        this.leaseName = leaseName;
        this.port = port;
    }

    public String title() {
        return title;
    }

    /** Default of {@code --leader-elect-resource-name}. */
    public String leaseName() {
        return leaseName;
    }

    /** Default of {@code --secure-port}. */
    public int port() {
        return port;
    }
}
