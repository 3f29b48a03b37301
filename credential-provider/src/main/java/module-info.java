/** The kubelet's image credential provider for Azure Container Registry, linked into its own runtime image. */
module io.azureccm.credential {
    requires org.snakeyaml.engine;
}
