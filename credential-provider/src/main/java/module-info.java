/** The image credential provider of the kubelet for Azure Container Registry. It is linked into a runtime image of its own. */
module io.azureccm.credential {
    requires org.snakeyaml.engine;
}
